// Judges watches that wait while one request makes the server remove many objects
// (scenarios/storms.ts).

import type { History } from '../../history/history.ts'
import { precondition } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { requireSuccess } from '../preconditions.ts'
import { watchMatchesList } from './watch-matches-list.ts'

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
