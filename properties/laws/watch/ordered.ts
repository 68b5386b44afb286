// W1: the versions of the events of a stream increase. The initial events stand in any order.

import type { History } from '../../history/history.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { orderOf } from '../../history/order.ts'
import { toldText } from '../../history/streams.ts'
import { tailOf, watchAt } from './told.ts'

/** Each event of these watches is at a later version than the one before it. */
export const versionsIncrease = (...labels: string[]) =>
  function* (history: History): Generator<Observation> {
    yield* given(history.words.ordered, 'the resource versions of this target are not ordered')
    const { compare } = orderOf([], true)
    for (const label of labels) {
      const watch = yield* watchAt(history, label)
      const tail = tailOf(history, watch)
      for (const [place, told] of tail.entries()) {
        const previous = tail[place - 1]
        if (!previous) continue
        yield holds(compare(previous.version, told.version) === 'before', {
          says: 'Each event of a watch is at a later version than the one before it.',
          expected: `a version after ${String(previous.version)}`,
          got: toldText(history, told),
          at: watch,
        })
      }
    }
  }
