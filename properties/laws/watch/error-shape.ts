// W14: an ERROR event holds a Status and is the last of its stream; a stream whose time is over ends
// without one, and not within a document.

import type { History } from '../../history/history.ts'
import { at } from '../../history/history.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { documentsOf, isError, toldText } from '../../history/streams.ts'
import type { Told } from '../../history/streams.ts'
import { valueAt } from '../../dsl/term.ts'
import { decided } from '../decisions.ts'
import { caughtUp } from './story.ts'
import { endOf, watchAt } from './told.ts'
import type { Watched } from './told.ts'

/** What the Status of an ERROR is to say; what is left out is not judged. */
export type WantedError = { code: number; reason: string; cause?: string }

/** The only document of a watch is an ERROR, and then it ends (`ends` is the wait for that). */
export const failsInStream = (label: string, ends: string, wanted: WantedError, says: string) =>
  function* (history: History): Generator<Observation> {
    const status = at(history, label).answer?.status ?? 0
    if (status !== wanted.code) yield* decided(history, label)
    yield holds(status === 200, { says, expected: 'a stream', got: `HTTP ${status}`, at: label })
    if (status !== 200) return
    const watch = yield* watchAt(history, label)
    const [first] = documentsOf(watch.stream)
    yield* given(
      first !== undefined || endOf(watch.stream) !== undefined,
      `${label} delivered nothing`,
    )
    yield holds(first !== undefined && isError(first), {
      says,
      expected: `an ERROR with code ${wanted.code}`,
      got: first ? toldText(history, first) : 'the end of the stream',
      at: watch,
    })
    if (first && isError(first)) yield* errorSays(watch, first, wanted)
    yield* caughtUp(history, ends)
    yield* errorsAreLast(history)
  }

function* errorSays(
  watch: Watched,
  { object }: Told,
  { code, reason, cause }: WantedError,
): Generator<Observation> {
  const causes = valueAt(object, '/details/causes')
  const reasons = Array.isArray(causes) ? causes.map(one => valueAt(one, '/reason')) : []
  const isSaid =
    object['code'] === code &&
    object['reason'] === reason &&
    (cause === undefined || reasons.includes(cause))
  yield holds(isSaid, {
    says: 'The Status of an ERROR event says why the watch ends.',
    expected: [code, reason, ...(cause ? [cause] : [])].join(' '),
    got: [object['code'], object['reason'], ...reasons].join(' '),
    at: watch,
  })
}

/** Every ERROR event of a history is a failure Status and the last event of its stream. */
export function* errorsAreLast(history: History): Generator<Observation> {
  for (const { step, stream } of history.exchanges) {
    if (!stream) continue
    const told = documentsOf(stream)
    for (const { object, place } of told.filter(isError)) {
      const { kind, apiVersion, status, message, code } = object
      const isWhole =
        kind === 'Status' &&
        apiVersion === 'v1' &&
        status === 'Failure' &&
        typeof message === 'string' &&
        typeof code === 'number'
      yield holds(isWhole, {
        says: 'The object of an ERROR event is the Status of a failure.',
        expected: 'a Status of apiVersion v1 with status Failure, a message and a code',
        got: object,
        at: step,
      })
      yield holds(place === told.length - 1, {
        says: 'Nothing comes after an ERROR event.',
        expected: 'the end of the stream',
        got: told.slice(place + 1).map(({ type }) => type),
        at: step,
      })
    }
  }
}

/** A watch whose time is over ends as an answer does: no error, no half document. */
export const endsCleanly = (label: string, ends: string) =>
  function* (history: History): Generator<Observation> {
    const watch = yield* watchAt(history, label)
    yield* caughtUp(history, ends)
    const { end, rest } = watch.stream
    const hasError = documentsOf(watch.stream).some(isError)
    yield holds(end?.how === 'ended' && rest.trim() === '' && !hasError, {
      says: 'A watch whose time is over ends without an error and not within a document.',
      expected: 'the end of the answer behind a whole document',
      got: hasError ? 'an ERROR' : `${end?.problem ?? end?.how ?? 'still open'} ${rest}`,
      at: watch,
    })
  }
