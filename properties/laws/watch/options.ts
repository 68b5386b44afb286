// Judges watch options that the specification does not describe, by the behaviour of genuine
// servers.

import type { History } from '../../history/history.ts'
import {
  answerSummary,
  exchangeAt,
  isFinalRefusal,
  itemsOf,
  ownItems,
  isSuccess,
  resourceVersionOf,
} from '../../history/history.ts'
import { precondition, verify, recordAnswer, noOtherWriter } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { ownChangeEvents, watchEventsOf, eventText } from '../../history/watch-events.ts'
import { valueAt } from '../../dsl/term.ts'
import { requireDecision } from '../decisions.ts'
import { requireSuccess } from '../preconditions.ts'
import { faultsAreRefused } from '../refusals.ts'
import { refusesWith } from '../status.ts'
import { timedOutWatchEndsCleanly } from './error-shape.ts'
import { requireCaughtUp } from './interpreted-watch.ts'
import { serverEnd, requireVersionKept, requireWatch } from './watch-stream.ts'
import type { WatchExchange } from './watch-stream.ts'

/**
 * K8S-WATCH-019: each watch with an invalid version is refused, with any 4xx or as genuine servers
 * refuse it, with 500 and a Status without a reason.
 */
export const invalidVersionIsRefused = (says: string) =>
  faultsAreRefused({
    twins: ['object', 'twin'],
    wanted: (_, fault) =>
      isFinalRefusal(fault) ? { code: Number(fault.answer?.status) } : { code: 500, reason: null },
    says,
  })

/** K8S-WATCH-020, 021: the watch `fault` is refused for its resourceVersionMatch. */
export const watchMatchIsInvalid = (says: string) =>
  faultsAreRefused({
    twins: ['object', 'twin'],
    faults: ['fault'],
    wanted: ({ context }) => ({
      code: 422,
      reason: 'Invalid',
      details: { group: `meta.${context.apiDomain}`, kind: 'ListOptions' },
      causes: [{ reason: 'FieldValueForbidden', field: 'resourceVersionMatch' }],
    }),
    says,
  })

/** Returns a watch whose documents are events. A list ends by itself, at any time. */
function* requireEvents(history: History, label: string): Generator<Observation, WatchExchange> {
  const watch = yield* requireWatch(history, label)
  const [first] = watch.stream.frames
  const isEvent = first === undefined || valueAt(first.document, '/type') !== undefined
  yield* precondition(isEvent, `${label} is not a stream: its first document is not an event`)
  return watch
}

/** K8S-WATCH-026: `second` ends after a second, and `zero` is still open then. */
export function* timeoutEndsTheWatch(history: History): Generator<Observation> {
  yield* requireVersionKept(history, 'zero', 'second')
  const watch = yield* requireEvents(history, 'second')
  yield verify(serverEnd(watch.stream) !== undefined, {
    says: 'A watch with timeoutSeconds ends when that time is over.',
    expected: 'the end after a second',
    got: 'still open after several',
    at: watch,
  })
  if (!serverEnd(watch.stream)) return
  yield* timedOutWatchEndsCleanly('second', 'second ends')(history)
  const zero = yield* requireWatch(history, 'zero')
  const zeroEnd = serverEnd(zero.stream)
  yield verify(zeroEnd === undefined || zeroEnd.at > watch.answeredAt + 900, {
    says: 'A watch with timeoutSeconds=0 does not time out.',
    expected: 'an open stream',
    got: zeroEnd?.how,
    at: zero,
  })
}

/** K8S-WATCH-027: `negative` ends before `second`. */
export function* negativeTimeoutEndsAtOnce(history: History): Generator<Observation> {
  yield* requireVersionKept(history, 'second', 'negative')
  const second = yield* requireEvents(history, 'second')
  const negative = yield* requireWatch(history, 'negative')
  yield* requireCaughtUp(history, 'second ends')
  const end = serverEnd(negative.stream)?.at ?? Infinity
  yield verify(end < (second.stream.end?.at ?? 0), {
    says: 'A watch with a negative timeoutSeconds ends at once.',
    expected: 'an end before that of a watch of one second',
    got: end === Infinity ? 'still open' : 'an end after it',
    at: negative,
  })
}

/** K8S-WATCH-028: the second watch of each pair shows the same as the plain first one. */
export const watchesDeliverTheSame = (...pairs: [plain: string, other: string][]) =>
  function* (history: History): Generator<Observation> {
    const streams = pairs.flat().filter(label => exchangeAt(history, label).stream)
    yield* requireCaughtUp(history, ...streams.map(label => `${label} shows marker`))
    yield* onlyOwnChanges(history, streams)
    for (const [plain, other] of pairs) {
      const wanted = textsOf(history, yield* requireWatch(history, plain))
      const exchange = yield* requireDecision(history, other)
      const got = exchange.stream
        ? textsOf(history, yield* requireWatch(history, other))
        : answerSummary(exchange)
      const says = 'limit and continue have no effect on a watch.'
      yield verify(got === wanted, { says, expected: wanted, got, at: other })
    }
  }

/**
 * The precondition that no other client wrote. Watches that start one after the other would show
 * such writes differently.
 */
function* onlyOwnChanges(history: History, labels: string[]): Generator<Observation> {
  const issued = new Set(history.exchanges.filter(isSuccess).map(resourceVersionOf))
  for (const label of labels) {
    const { stream } = yield* requireWatch(history, label)
    const other = ownChangeEvents(history, stream).find(one => !issued.has(one.version))
    yield* noOtherWriter(other === undefined, `${other?.key}`)
  }
}

/** Returns the events sorted, because initial events have no order. */
const textsOf = (history: History, { stream }: WatchExchange): string =>
  ownChangeEvents(history, stream)
    .map(event => eventText(history, event))
    .toSorted()
    .join(', ')

/** K8S-WATCH-030: a JSON watch has the media type of JSON, and a newline between documents. */
export function* streamIsJsonLines(history: History): Generator<Observation> {
  const watch = yield* requireWatch(history, 'watch')
  const type = watch.answer?.headers['content-type'] ?? ''
  yield verify(/^application\/json(;|$)/.test(type), {
    says: 'The Content-Type of a JSON watch is application/json.',
    expected: 'application/json',
    got: type,
    at: watch,
  })
  yield* precondition(watch.stream.frames.length > 1, 'the watch delivered fewer than two events')
  const { separators } = watch.stream
  yield verify(separators.length === 1 && separators[0] === '\n', {
    says: 'Two documents of a watch are separated by one newline.',
    expected: [String.raw`\n`],
    got: separators.map(separator => JSON.stringify(separator)),
    at: watch,
  })
}

/** K8S-WATCH-031: a watch of a named path returns the object, without an event around it. */
export function* namedWatchPathAnswersTheObject(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object')
  const watch = yield* requireWatch(history, 'named')
  yield* requireCaughtUp(history, 'named has 1 events')
  const document = watch.stream.frames[0]?.document
  const name = valueAt(document, '/metadata/name')
  yield verify(name === `${history.context.prefix}x`, {
    says: 'A GET of one object with watch returns the object.',
    expected: 'the object',
    got: document,
    at: watch,
  })
}

/** K8S-WATCH-032: records the answer to the deprecated watch path. */
export function* deprecatedWatchPathIsServed(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object')
  const exchange = exchangeAt(history, 'old path')
  if (!exchange.stream) return yield recordAnswer(`refused: ${answerSummary(exchange)}`)
  const [first] = watchEventsOf(exchange.stream)
  yield recordAnswer(first && first.type === 'ADDED' ? 'a watch' : 'something else')
}

/** K8S-WATCH-033: a watch in a namespace that does not exist is an empty stream. */
export function* absentNamespaceIsAnEmptyStream(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'twin', 'later')
  yield* requireCaughtUp(history, 'twin shows later')
  yield* requireVersionKept(history, 'nowhere')
  const exchange = yield* requireDecision(history, 'nowhere')
  yield verify(exchange.stream !== undefined && exchange.stream.frames.length === 0, {
    says: 'A watch in a missing namespace is a stream without events.',
    expected: 'a stream without events',
    got: exchange.stream ? `${exchange.stream.frames.length} events` : answerSummary(exchange),
    at: exchange,
  })
}

/** K8S-WATCH-034: the permission to watch is separate from those to list and to get. */
export function* watchNeedsItsOwnRight(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'list with list', 'get with get')
  const watch = yield* requireDecision(history, 'watch with watch')
  yield verify(watch.stream !== undefined, {
    says: 'A client that may watch gets a stream.',
    expected: 'a stream',
    got: answerSummary(watch),
    at: watch,
  })
  if (watch.stream) {
    yield* requireCaughtUp(history, 'watch with watch shows object')
    const events = ownChangeEvents(history, watch.stream)
    const says = 'A client that may watch gets the initial events.'
    yield verify(events.length > 0, { says, expected: 'ADDED', got: events.length, at: watch })
  }
  for (const label of ['watch with list', 'watch with get', 'list with watch']) {
    const items = itemsOf(exchangeAt(history, label))
      ? ownItems(history, exchangeAt(history, label))
      : []
    const wanted = { code: 403, reason: 'Forbidden' }
    yield* refusesWith(history, label, wanted, 'watch is a separate permission from list and get.')
    yield* precondition(items.length === 0, `${label} showed objects`)
  }
}
