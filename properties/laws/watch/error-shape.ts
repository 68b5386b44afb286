// W14: an ERROR event contains a Status and is the last event of its stream. A stream that reaches
// its time limit ends without an error and not within a document.

import type { History } from '../../history/history.ts'
import { exchangeAt } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { watchEventsOf, isErrorEvent, eventText } from '../../history/watch-events.ts'
import type { WatchEvent } from '../../history/watch-events.ts'
import { valueAt } from '../../dsl/term.ts'
import { requireDecision } from '../decisions.ts'
import { requireCaughtUp } from './interpreted-watch.ts'
import { serverEnd, requireWatch } from './watch-stream.ts'
import type { WatchExchange } from './watch-stream.ts'

/** The expected Status of an ERROR event. Omitted members are not judged. */
export type WantedError = { code: number; reason: string; cause?: string }

/**
 * The only document of a watch is an ERROR, and then the stream ends. `ends` is the step that
 * waited for the end.
 */
export const watchFailsInStream = (
  label: string,
  ends: string,
  wanted: WantedError,
  says: string,
) =>
  function* (history: History): Generator<Observation> {
    const status = exchangeAt(history, label).answer?.status ?? 0
    if (status !== wanted.code) yield* requireDecision(history, label)
    yield verify(status === 200, { says, expected: 'a stream', got: `HTTP ${status}`, at: label })
    if (status !== 200) return
    const watch = yield* requireWatch(history, label)
    const [first] = watchEventsOf(watch.stream)
    yield* precondition(
      first !== undefined || serverEnd(watch.stream) !== undefined,
      `${label} delivered nothing`,
    )
    yield verify(first !== undefined && isErrorEvent(first), {
      says,
      expected: `an ERROR with code ${wanted.code}`,
      got: first ? eventText(history, first) : 'the end of the stream',
      at: watch,
    })
    if (first && isErrorEvent(first)) yield* errorSays(watch, first, wanted)
    yield* requireCaughtUp(history, ends)
    yield* errorEventsAreLast(history)
  }

function* errorSays(
  watch: WatchExchange,
  { object }: WatchEvent,
  { code, reason, cause }: WantedError,
): Generator<Observation> {
  const causes = valueAt(object, '/details/causes')
  const reasons = Array.isArray(causes) ? causes.map(one => valueAt(one, '/reason')) : []
  const isSaid =
    object['code'] === code &&
    object['reason'] === reason &&
    (cause === undefined || reasons.includes(cause))
  yield verify(isSaid, {
    says: 'The Status of an ERROR event says why the watch ends.',
    expected: [code, reason, ...(cause ? [cause] : [])].join(' '),
    got: [object['code'], object['reason'], ...reasons].join(' '),
    at: watch,
  })
}

/** Every ERROR event of a history is a failure Status and the last event of its stream. */
export function* errorEventsAreLast(history: History): Generator<Observation> {
  for (const { step, stream } of history.exchanges) {
    if (!stream) continue
    const events = watchEventsOf(stream)
    for (const { object, place } of events.filter(isErrorEvent)) {
      const { kind, apiVersion, status, message, code } = object
      const isWhole =
        kind === 'Status' &&
        apiVersion === 'v1' &&
        status === 'Failure' &&
        typeof message === 'string' &&
        typeof code === 'number'
      yield verify(isWhole, {
        says: 'The object of an ERROR event is the Status of a failure.',
        expected: 'a Status of apiVersion v1 with status Failure, a message and a code',
        got: object,
        at: step,
      })
      yield verify(place === events.length - 1, {
        says: 'Nothing follows an ERROR event.',
        expected: 'the end of the stream',
        got: events.slice(place + 1).map(({ type }) => type),
        at: step,
      })
    }
  }
}

/** A watch that reaches its time limit ends regularly, without an error or a partial document. */
export const timedOutWatchEndsCleanly = (label: string, ends: string) =>
  function* (history: History): Generator<Observation> {
    const watch = yield* requireWatch(history, label)
    yield* requireCaughtUp(history, ends)
    const { end, rest } = watch.stream
    const hasError = watchEventsOf(watch.stream).some(isErrorEvent)
    yield verify(end?.how === 'ended' && rest.trim() === '' && !hasError, {
      says: 'A watch that times out ends without an error, and after a complete document.',
      expected: 'the end of the response after a complete document',
      got: hasError ? 'an ERROR' : `${end?.problem ?? end?.how ?? 'still open'} ${rest}`,
      at: watch,
    })
  }
