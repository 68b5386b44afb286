// W13: a version that is no longer kept is answered 410, never with a part of what came after it;
// a new list and a watch from it go on.

import type { History } from '../../history/history.ts'
import { at, version } from '../../history/history.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { documentsOf, isBookmark, isError, toldText } from '../../history/streams.ts'
import { decided } from '../decisions.ts'
import { done } from '../premises.ts'
import { caughtUp } from './story.ts'
import { errorsAreLast } from './error-shape.ts'
import { endOf, watchAt } from './told.ts'

/**
 * A watch (`old`) from before the first of some writes (`lost`), the list that its client makes
 * then, and the watch (`rest`) from that list.
 */
export type Expired = { old: string; lost: string; list: string; rest: string; waits: string[] }

/** The old version is gone, whether HTTP or the stream says so, and the client can go on. */
export const isGone = ({ old, lost, list, rest, waits }: Expired) =>
  function* (history: History): Generator<Observation> {
    const status = (yield* decided(history, old)).answer?.status
    const says = 'A version that is no longer kept is answered 410.'
    if (status === 200) yield* streamSaysGone(history, old, lost)
    else yield holds(status === 410, { says, expected: 410, got: status, at: old })

    yield* done(history, list)
    const next = yield* watchAt(history, rest)
    const first = documentsOf(next.stream).find(told => !isBookmark(told))
    yield holds(first === undefined || !isError(first), {
      says: 'A watch from a new list goes on where the list ends.',
      expected: 'the changes after the list',
      got: first ? toldText(history, first) : 'nothing yet',
      at: next,
    })
    yield* caughtUp(history, ...waits)
  }

function* streamSaysGone(history: History, old: string, lost: string): Generator<Observation> {
  const watch = yield* watchAt(history, old)
  yield* notKept(history, old, lost)
  const [first] = documentsOf(watch.stream)
  yield* given(
    first !== undefined || endOf(watch.stream) !== undefined,
    `${old} has delivered nothing yet`,
  )
  yield holds(first !== undefined && isError(first) && first.object['code'] === 410, {
    says: 'A version that is no longer kept is answered 410.',
    expected: 'an ERROR with code 410',
    got: first ? toldText(history, first) : 'the end of the stream',
    at: watch,
  })
  yield* errorsAreLast(history)
}

/** The premise that the old version is too old: its watch does not tell the lost write. */
export function* notKept(history: History, old: string, lost: string): Generator<Observation> {
  yield* done(history, lost)
  const { stream } = at(history, old)
  const [first] = stream ? documentsOf(stream) : []
  yield* given(first?.version !== version(at(history, lost)), 'the version is still kept')
}
