// W13: a watch from an expired version returns 410, never a part of the later changes. A new list
// and a watch from it continue.

import type { History } from '../../history/history.ts'
import { exchangeAt, resourceVersionOf } from '../../history/history.ts'
import { precondition, refusalWith, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import {
  watchEventsOf,
  isBookmarkEvent,
  isErrorEvent,
  eventText,
} from '../../history/watch-events.ts'
import { requireDecision } from '../decisions.ts'
import { requireSuccess } from '../preconditions.ts'
import { requireCaughtUp } from './interpreted-watch.ts'
import { errorEventsAreLast } from './error-shape.ts'
import { serverEnd, requireWatch } from './watch-stream.ts'

/**
 * A watch (`old`) from a version before some writes (`lost` is the first), the next list of its
 * client, and the watch (`rest`) from that list.
 */
export type ExpiredWatch = {
  old: string
  lost: string
  list: string
  rest: string
  waits: string[]
}

/** The old version returns 410, by the HTTP status or by an event, and the client can continue. */
export const expiredVersionIsGone = ({ old, lost, list, rest, waits }: ExpiredWatch) =>
  function* (history: History): Generator<Observation> {
    const status = (yield* requireDecision(history, old)).answer?.status
    const says = 'A watch from an expired version returns 410.'
    if (status === 200) yield* streamSaysGone(history, old, lost)
    else yield verify(status === 410, { says, expected: refusalWith(410), got: status, at: old })

    yield* requireSuccess(history, list)
    const next = yield* requireWatch(history, rest)
    const first = watchEventsOf(next.stream).find(event => !isBookmarkEvent(event))
    yield verify(first === undefined || !isErrorEvent(first), {
      says: 'A watch from a new list continues where the list ends.',
      expected: 'the changes after the list',
      got: first ? eventText(history, first) : 'nothing yet',
      at: next,
    })
    yield* requireCaughtUp(history, ...waits)
  }

function* streamSaysGone(history: History, old: string, lost: string): Generator<Observation> {
  const watch = yield* requireWatch(history, old)
  yield* requireExpired(history, old, lost)
  const [first] = watchEventsOf(watch.stream)
  yield* precondition(
    first !== undefined || serverEnd(watch.stream) !== undefined,
    `${old} has delivered nothing yet`,
  )
  yield verify(first !== undefined && isErrorEvent(first) && first.object['code'] === 410, {
    says: 'A watch from an expired version returns 410.',
    expected: 'an ERROR with code 410',
    got: first ? eventText(history, first) : 'the end of the stream',
    at: watch,
  })
  yield* errorEventsAreLast(history)
}

/** The precondition that the old version has expired: its watch does not show the lost write. */
export function* requireExpired(
  history: History,
  old: string,
  lost: string,
): Generator<Observation> {
  yield* requireSuccess(history, lost)
  const { stream } = exchangeAt(history, old)
  const [first] = stream ? watchEventsOf(stream) : []
  yield* precondition(
    first?.version !== resourceVersionOf(exchangeAt(history, lost)),
    'the version is still kept',
  )
}
