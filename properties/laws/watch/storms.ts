// Judges watches that wait while one request makes the server remove many objects
// (scenarios/storms.ts).

import type { History } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { eventText, ownChangeEvents } from '../../history/watch-events.ts'
import { writeOrderOf } from '../../history/write-order.ts'
import { requireIntegers } from '../integer-versions.ts'
import { requireSuccess } from '../preconditions.ts'
import { eventVersionsIncrease } from './ordered.ts'
import { watchMatchesList } from './watch-matches-list.ts'
import { requireWatch } from './watch-stream.ts'

/**
 * K8S-WATCH-035 to 037: watches that wait during the removal match the lists after it. Without
 * objects that are removed there is nothing that a watch could miss.
 */
export function* stormMatchesList(history: History): Generator<Observation> {
  const objects = history.exchanges.map(({ step }) => step).filter(step => /^d\d+$/.test(step))
  yield* precondition(objects.length > 0, 'the scenario creates no objects')
  yield* requireSuccess(history, ...objects, 'removal')
  yield* watchMatchesList(history)
}

/** K8S-WATCH-037: each deletion of a burst has its own version, later than the list before it. */
export function* burstHasNewVersions(history: History): Generator<Observation> {
  const watch = yield* requireWatch(history, 'all')
  const [first] = ownChangeEvents(history, watch.stream)
  const start = watch.request.query['resourceVersion']
  yield* precondition(first !== undefined, 'the watch of all has no events')
  if (first === undefined) return
  yield* requireIntegers(start, first.version)
  yield verify(writeOrderOf([], true).compare(start, first.version) === 'before', {
    says: 'Each event of a watch is at a later version than the one before it.',
    expected: `a version after ${String(start)}, from which the watch starts`,
    got: eventText(history, first),
    at: watch,
  })
  yield* eventVersionsIncrease('all')(history)
}
