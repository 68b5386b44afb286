// What genuine servers make of the options of a watch that the specification does not describe.

import type { History } from '../../history/history.ts'
import { answered, at, itemsOf, ownItems, succeeded, version } from '../../history/history.ts'
import { given, holds, noted } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { changesOf, documentsOf, toldText } from '../../history/streams.ts'
import { valueAt } from '../../dsl/term.ts'
import { decided } from '../decisions.ts'
import { done } from '../premises.ts'
import { faultsAreRefused } from '../refusals.ts'
import { refusesWith } from '../status.ts'
import { endsCleanly } from './error-shape.ts'
import { caughtUp } from './story.ts'
import { endOf, stillKept, watchAt } from './told.ts'
import type { Watched } from './told.ts'

/** K8S-WATCH-020, 021: the watch `fault` is refused for its resourceVersionMatch. */
export const matchIsInvalid = (says: string) =>
  faultsAreRefused({
    twins: ['object', 'twin'],
    faults: ['fault'],
    wanted: ({ words }) => ({
      code: 422,
      reason: 'Invalid',
      details: { group: `meta.${words.apiDomain}`, kind: 'ListOptions' },
      causes: [{ reason: 'FieldValueForbidden', field: 'resourceVersionMatch' }],
    }),
    says,
  })

/** K8S-WATCH-026: `second` lasts a second, and `zero` is open when it is over. */
export function* timeEndsAWatch(history: History): Generator<Observation> {
  yield* stillKept(history, 'zero', 'second')
  const watch = yield* watchAt(history, 'second')
  yield holds(endOf(watch.stream) !== undefined, {
    says: 'A watch with timeoutSeconds ends when that time is over.',
    expected: 'the end after a second',
    got: 'still open after several',
    at: watch,
  })
  if (!endOf(watch.stream)) return
  yield* endsCleanly('second', 'second ends')(history)
  const zero = yield* watchAt(history, 'zero')
  const zeroEnd = endOf(zero.stream)
  yield holds(zeroEnd === undefined || zeroEnd.at > watch.answeredAt + 900, {
    says: 'A watch with timeoutSeconds=0 does not time out.',
    expected: 'an open stream',
    got: zeroEnd?.how,
    at: zero,
  })
}

/** K8S-WATCH-027: `negative` is over before `second`. */
export function* negativeTimeIsOver(history: History): Generator<Observation> {
  yield* stillKept(history, 'second', 'negative')
  const second = yield* watchAt(history, 'second')
  const negative = yield* watchAt(history, 'negative')
  yield* caughtUp(history, 'second ends')
  const end = endOf(negative.stream)?.at ?? Infinity
  yield holds(end < (second.stream.end?.at ?? 0), {
    says: 'A watch with a negative timeoutSeconds ends at once.',
    expected: 'an end before that of a watch of one second',
    got: end === Infinity ? 'still open' : 'an end after it',
    at: negative,
  })
}

/** K8S-WATCH-028: of each pair of watches the second tells what the first, a plain one, tells. */
export const tellTheSame = (...pairs: [plain: string, other: string][]) =>
  function* (history: History): Generator<Observation> {
    const streams = pairs.flat().filter(label => at(history, label).stream)
    yield* caughtUp(history, ...streams.map(label => `${label} shows marker`))
    yield* onlyOwnChanges(history, streams)
    for (const [plain, other] of pairs) {
      const wanted = textsOf(history, yield* watchAt(history, plain))
      const exchange = yield* decided(history, other)
      const got = exchange.stream
        ? textsOf(history, yield* watchAt(history, other))
        : answered(exchange)
      const says = 'A limit and a continue mean nothing to a watch.'
      yield holds(got === wanted, { says, expected: wanted, got, at: other })
    }
  }

/** What others write while watches begin one after the other, not all of them tell alike. */
function* onlyOwnChanges(history: History, labels: string[]): Generator<Observation> {
  const issued = new Set(history.exchanges.filter(succeeded).map(version))
  for (const label of labels) {
    const { stream } = yield* watchAt(history, label)
    const other = changesOf(history, stream).find(one => !issued.has(one.version))
    yield* given(other === undefined, `another writer is at work: ${other?.key}`)
  }
}

/** The initial events stand in any order, so here all of them do. */
const textsOf = (history: History, { stream }: Watched): string =>
  changesOf(history, stream)
    .map(told => toldText(history, told))
    .toSorted()
    .join(', ')

/** K8S-WATCH-030: the media type, and a newline between documents. */
export function* isJsonLines(history: History): Generator<Observation> {
  const watch = yield* watchAt(history, 'watch')
  const type = watch.answer?.headers['content-type'] ?? ''
  yield holds(/^application\/json(;|$)/.test(type), {
    says: 'The Content-Type of a watch of JSON is application/json.',
    expected: 'application/json',
    got: type,
    at: watch,
  })
  yield* given(watch.stream.frames.length > 1, 'the watch delivered fewer than two events')
  const { separators } = watch.stream
  yield holds(separators.length === 1 && separators[0] === '\n', {
    says: 'Two documents of a watch are separated by one newline.',
    expected: [String.raw`\n`],
    got: separators.map(separator => JSON.stringify(separator)),
    at: watch,
  })
}

/** K8S-WATCH-031: what a named path answers is the object, and no event. */
export function* isTheObject(history: History): Generator<Observation> {
  yield* done(history, 'object')
  const watch = yield* watchAt(history, 'named')
  yield* caughtUp(history, 'named has 1 events')
  const document = watch.stream.frames[0]?.document
  const name = valueAt(document, '/metadata/name')
  yield holds(name === `${history.words.prefix}x`, {
    says: 'A GET of one object with watch is answered with the object.',
    expected: 'the object',
    got: document,
    at: watch,
  })
}

/** K8S-WATCH-032: what the old path of a watch is answered with. */
export function* oldPath(history: History): Generator<Observation> {
  yield* done(history, 'object')
  const exchange = at(history, 'old path')
  if (!exchange.stream) return yield noted(`refused: ${answered(exchange)}`)
  const [first] = documentsOf(exchange.stream)
  yield noted(first && first.type === 'ADDED' ? 'a watch' : 'something else')
}

/** K8S-WATCH-033: a watch where no namespace is. */
export function* isEmptyStream(history: History): Generator<Observation> {
  yield* done(history, 'object', 'twin', 'later')
  yield* caughtUp(history, 'twin shows later')
  yield* stillKept(history, 'nowhere')
  const exchange = yield* decided(history, 'nowhere')
  yield holds(exchange.stream !== undefined && exchange.stream.frames.length === 0, {
    says: 'A watch in a namespace that is not there is a stream without events.',
    expected: 'a stream without events',
    got: exchange.stream ? `${exchange.stream.frames.length} events` : answered(exchange),
    at: exchange,
  })
}

/** K8S-WATCH-034: the right to watch is neither that to list nor that to get. */
export function* watchIsARight(history: History): Generator<Observation> {
  yield* done(history, 'object', 'list with list', 'get with get')
  const watch = yield* decided(history, 'watch with watch')
  yield holds(watch.stream !== undefined, {
    says: 'Who may watch is answered with a stream.',
    expected: 'a stream',
    got: answered(watch),
    at: watch,
  })
  if (watch.stream) {
    yield* caughtUp(history, 'watch with watch shows object')
    const told = changesOf(history, watch.stream)
    const says = 'Who may watch gets the initial events.'
    yield holds(told.length > 0, { says, expected: 'ADDED', got: told.length, at: watch })
  }
  for (const label of ['watch with list', 'watch with get', 'list with watch']) {
    const items = itemsOf(at(history, label)) ? ownItems(history, at(history, label)) : []
    const wanted = { code: 403, reason: 'Forbidden' }
    yield* refusesWith(history, label, wanted, 'Watch is a right apart from list and get.')
    yield* given(items.length === 0, `${label} showed objects`)
  }
}
