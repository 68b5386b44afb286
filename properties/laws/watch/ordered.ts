// W1: the versions of the events of a stream increase. Initial events have no order.

import type { History } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { writeOrderOf } from '../../history/write-order.ts'
import { eventText } from '../../history/watch-events.ts'
import { requireIntegers } from '../integer-versions.ts'
import { changesAfterState, requireWatch } from './watch-stream.ts'

/** Each event of these watches has a later version than the one before it. */
export const eventVersionsIncrease = (...labels: string[]) =>
  function* (history: History): Generator<Observation> {
    yield* precondition(
      history.context.ordered,
      'the resource versions of this target are not ordered',
    )
    const { compare } = writeOrderOf([], true)
    for (const label of labels) {
      const watch = yield* requireWatch(history, label)
      const tail = changesAfterState(history, watch)
      for (const [place, event] of tail.entries()) {
        const previous = tail[place - 1]
        if (!previous) continue
        yield* requireIntegers(previous.version, event.version)
        yield verify(compare(previous.version, event.version) === 'before', {
          says: 'Each event of a watch is at a later version than the one before it.',
          expected: `a version after ${String(previous.version)}`,
          got: eventText(history, event),
          at: watch,
        })
      }
    }
  }
