// Laws of metadata.deletionTimestamp: the time of the first delete, and a change that is told.

import type { Exchange, History, Item } from '../../history/history.ts'
import { at, read, version } from '../../history/history.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { changesOf } from '../../history/streams.ts'
import { valueAt } from '../../dsl/term.ts'
import { decided } from '../decisions.ts'
import { done } from '../premises.ts'
import { arrives } from '../watch/arrival.ts'
import { watchAt } from '../watch/told.ts'

const markAt = '/metadata/deletionTimestamp'
const skewMs = 2000

/** The time of grace that an object was given, which its deletion time may lie in the future by. */
const graceMsOf = (exchange: Exchange): number =>
  1000 * Number(read(exchange, '/metadata/deletionGracePeriodSeconds') ?? 0)

/** DEL-002: the mark of the first delete is a time near the answer's own date. */
export function* isMarkedNow(history: History): Generator<Observation> {
  yield* done(history, 'object', 'deleted', 'marked')
  const [deleted, marked] = [at(history, 'deleted'), at(history, 'marked')]
  const text = read(marked, markAt)
  yield holds(typeof text === 'string' && text !== '', {
    says: 'The first delete sets deletionTimestamp.',
    expected: 'a timestamp',
    got: JSON.stringify(text) ?? 'nothing',
    at: marked,
  })
  const date = Date.parse(deleted.answer?.headers['date'] ?? '')
  const time = Math.floor(Date.parse(String(text)) / 1000) * 1000 - graceMsOf(marked)
  yield* given(!Number.isNaN(date), 'the delete answered without a Date header')
  yield* given(!Number.isNaN(time), 'deletionTimestamp has a form that is not known here')
  const allowedMs = skewMs + deleted.answeredAt - deleted.sentAt
  yield holds(Math.abs(time - date) <= allowedMs, {
    says: 'deletionTimestamp is the time of the first delete.',
    expected:
      `${new Date(date).toISOString()} (the Date header), ` +
      `give or take ${Math.ceil(allowedMs / 1000)} s`,
    got: text,
    at: marked,
  })
}

/** DEL-003: a second delete (`again`), a while later, leaves the mark (`marked`, `after`). */
export function* isMarkedOnce(history: History): Generator<Observation> {
  yield* done(history, 'object', 'deleted', 'marked', 'after')
  const [marked, after] = [at(history, 'marked'), at(history, 'after')]
  const text = read(marked, markAt)
  yield* given(typeof text === 'string', 'the object is not marked')
  yield* given(graceMsOf(marked) === 0, 'the type is deleted gracefully')
  yield* decided(history, 'again')
  const pauseMs = at(history, 'again').sentAt - at(history, 'deleted').answeredAt
  yield* given(pauseMs > 1000, 'the second delete came too soon after the first')
  yield holds(read(after, markAt) === text, {
    says: 'A further delete does not move deletionTimestamp.',
    expected: text,
    got: read(after, markAt) ?? 'nothing',
    at: after,
  })
}

/** DEL-010: the mark gives a new version, and a watch tells it as a modification. */
export function* markIsTold(history: History): Generator<Observation> {
  yield* done(history, 'start', 'object', 'deleted', 'marked')
  const [object, marked] = [at(history, 'object'), at(history, 'marked')]
  const mark = read(marked, markAt)
  yield* given(typeof mark === 'string', 'the object is not marked')
  yield holds(version(marked) !== version(object), {
    says: 'Setting deletionTimestamp gives the object a new version.',
    expected: `a version other than ${String(version(object))}`,
    got: version(marked),
    at: marked,
  })
  const says = 'Setting deletionTimestamp is an event MODIFIED.'
  yield* arrives(history, { stream: 'watch', wait: 'watch shows marked' }, says)
  const { stream } = yield* watchAt(history, 'watch')
  const told = changesOf(history, stream).find(one => one.version === version(marked))
  yield* given(told !== undefined, 'the event of the deletion did not come')
  const shown = markOf(told?.object)
  yield holds(told?.type === 'MODIFIED' && shown === mark, {
    says,
    expected: `MODIFIED with ${String(mark)}`,
    got: `${told?.type} with ${String(shown ?? 'no mark')}`,
    at: 'watch',
  })
}

const markOf = (object: Item | undefined): unknown => valueAt(object, markAt)
