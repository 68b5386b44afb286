// Judges the creation and deletion timestamps of objects.

import type { History } from '../../history/history.ts'
import { exchangeAt, itemsOf, ownItems, bodyValueAt } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import { requireAllSuccess } from '../decisions.ts'
import { requireSuccess } from '../preconditions.ts'

const created = '/metadata/creationTimestamp'
const skewMs = 2000

/**
 * OBJ-026: the creation time is near the Date of the answer. The tolerance is the time between
 * request and answer.
 */
export function* creationTimestampIsNow(history: History, label: string): Generator<Observation> {
  yield* requireSuccess(history, label)
  const create = exchangeAt(history, label)
  const text = bodyValueAt(create, created)
  yield verify(typeof text === 'string' && text !== '', {
    says: 'creationTimestamp is set at creation.',
    expected: 'a timestamp',
    got: JSON.stringify(text) ?? 'nothing',
    at: create,
  })
  const date = Date.parse(create.answer?.headers['date'] ?? '')
  const time = Math.floor(Date.parse(String(text)) / 1000) * 1000
  yield* precondition(!Number.isNaN(date), `${label} returned an answer without a Date header`)
  yield* precondition(!Number.isNaN(time), 'creationTimestamp has a form that is not known here')
  const allowedMs = skewMs + create.answeredAt - create.sentAt
  yield verify(Math.abs(time - date) <= allowedMs, {
    says: 'creationTimestamp is a time near the request.',
    expected:
      `${new Date(date).toISOString()} (the Date header), ` +
      `give or take ${Math.ceil(allowedMs / 1000)} s`,
    got: text,
    at: create,
  })
}

/** OBJ-026: later writes keep the creation time. */
export function* creationTimestampIsKept(
  history: History,
  label: string,
  later: string[],
): Generator<Observation> {
  yield* requireSuccess(history, label)
  const wanted = bodyValueAt(exchangeAt(history, label), created)
  for (const step of later) {
    yield* requireSuccess(history, step)
    const got = bodyValueAt(exchangeAt(history, step), created)
    yield verify(got === wanted, {
      says: 'creationTimestamp is kept by later writes.',
      expected: wanted,
      got: got ?? 'nothing',
      at: step,
    })
  }
}

/** OBJ-028: no answer shows a deletionTimestamp on an object that was not deleted. */
export function* liveObjectHasNoDeletionTimestamp(history: History): Generator<Observation> {
  yield* requireAllSuccess(history)
  for (const exchange of history.exchanges) {
    const objects = itemsOf(exchange) ? ownItems(history, exchange) : [exchange.answer?.body]
    for (const got of objects.map(object => valueAt(object, '/metadata/deletionTimestamp'))) {
      yield verify(got === undefined || got === null, {
        says: 'A live object has no deletionTimestamp.',
        expected: 'nothing',
        got,
        at: exchange,
      })
    }
  }
}
