// Judges metadata.deletionTimestamp: the time of the first delete, and a change that watches show.

import type { Exchange, History, Item } from '../../history/history.ts'
import { answerSummary, exchangeAt, bodyValueAt, resourceVersionOf } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { ownChangeEvents } from '../../history/watch-events.ts'
import { valueAt } from '../../dsl/term.ts'
import { requireDecision } from '../decisions.ts'
import { requireSuccess } from '../preconditions.ts'
import { eventArrives } from '../watch/arrival.ts'
import { requireWatch } from '../watch/watch-stream.ts'

const markAt = '/metadata/deletionTimestamp'
const skewMs = 2000

/**
 * Returns the grace period of an object in milliseconds. Its deletion time may be that far in the
 * future.
 */
const graceMsOf = (exchange: Exchange): number =>
  1000 * Number(bodyValueAt(exchange, '/metadata/deletionGracePeriodSeconds') ?? 0)

/** DEL-002: the first delete sets a deletionTimestamp near the Date of the answer. */
export function* deletionTimestampIsNow(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'deleted', 'marked')
  const [deleted, marked] = [exchangeAt(history, 'deleted'), exchangeAt(history, 'marked')]
  const text = bodyValueAt(marked, markAt)
  yield verify(typeof text === 'string' && text !== '', {
    says: 'The first delete sets deletionTimestamp.',
    expected: 'a timestamp',
    got: JSON.stringify(text) ?? 'nothing',
    at: marked,
  })
  const date = Date.parse(deleted.answer?.headers['date'] ?? '')
  const time = Math.floor(Date.parse(String(text)) / 1000) * 1000 - graceMsOf(marked)
  yield* precondition(!Number.isNaN(date), 'the delete returned an answer without a Date header')
  yield* precondition(!Number.isNaN(time), 'deletionTimestamp has a form that is not known here')
  const allowedMs = skewMs + deleted.answeredAt - deleted.sentAt
  yield verify(Math.abs(time - date) <= allowedMs, {
    says: 'deletionTimestamp is the time of the first delete.',
    expected:
      `${new Date(date).toISOString()} (the Date header), ` +
      `give or take ${Math.ceil(allowedMs / 1000)} s`,
    got: text,
    at: marked,
  })
}

/**
 * DEL-003: a later second delete (`again`) does not change the deletionTimestamp (`marked`,
 * `after`), and does not remove the object while it has a finalizer.
 */
export function* deletionTimestampIsSetOnce(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'deleted', 'marked')
  const [marked, after] = [exchangeAt(history, 'marked'), exchangeAt(history, 'after')]
  const text = bodyValueAt(marked, markAt)
  yield* precondition(typeof text === 'string', 'the object has no deletionTimestamp')
  yield* precondition(graceMsOf(marked) === 0, 'the type is deleted gracefully')
  yield* requireDecision(history, 'again')
  const isHeld = bodyValueAt(marked, '/metadata/finalizers/0') !== undefined
  if (isHeld)
    yield verify(after.answer?.status !== 404, {
      says: 'Another DELETE does not remove an object with finalizers.',
      expected: `the object with deletionTimestamp ${String(text)}`,
      got: answerSummary(after),
      at: after,
    })
  yield* requireSuccess(history, 'after')
  const pauseMs = exchangeAt(history, 'again').sentAt - exchangeAt(history, 'deleted').answeredAt
  yield* precondition(pauseMs > 1000, 'the second delete came too soon after the first')
  yield verify(bodyValueAt(after, markAt) === text, {
    says: 'Another DELETE does not change deletionTimestamp.',
    expected: text,
    got: bodyValueAt(after, markAt) ?? 'nothing',
    at: after,
  })
}

/** DEL-010: setting the deletionTimestamp gives a new version, and a watch shows it as MODIFIED. */
export function* markingIsDeliveredAsModified(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'start', 'object', 'deleted', 'marked')
  const [object, marked] = [exchangeAt(history, 'object'), exchangeAt(history, 'marked')]
  const mark = bodyValueAt(marked, markAt)
  yield* precondition(typeof mark === 'string', 'the object has no deletionTimestamp')
  yield verify(resourceVersionOf(marked) !== resourceVersionOf(object), {
    says: 'Setting deletionTimestamp gives the object a new version.',
    expected: `a version other than ${String(resourceVersionOf(object))}`,
    got: resourceVersionOf(marked),
    at: marked,
  })
  const says = 'Setting deletionTimestamp produces a MODIFIED event.'
  yield* eventArrives(history, { stream: 'watch', wait: 'watch shows marked' }, says)
  const { stream } = yield* requireWatch(history, 'watch')
  const event = ownChangeEvents(history, stream).find(
    one => one.version === resourceVersionOf(marked),
  )
  yield* precondition(event !== undefined, 'the event of the deletion did not arrive')
  const shown = markOf(event?.object)
  yield verify(event?.type === 'MODIFIED' && shown === mark, {
    says,
    expected: `MODIFIED with ${String(mark)}`,
    got: `${event?.type} with ${String(shown ?? 'no deletionTimestamp')}`,
    at: 'watch',
  })
}

const markOf = (object: Item | undefined): unknown => valueAt(object, markAt)
