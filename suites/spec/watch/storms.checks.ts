// Watches that wait for a version while the server itself writes many changes one right after the
// other. They run alone: the writes of others would move the versions on before these begin.

import { watchMatchesList } from '../../../properties/laws/watch/watch-matches-list.ts'
import {
  watchesDuringCollectionDelete,
  watchesDuringGarbageCollection,
  watchesDuringNamespaceDeletion,
} from '../../../properties/scenarios/watch/storms.ts'
import { property } from '../../check.ts'
import type { Need } from '../../check.ts'

// A scenario opens some forty watches; two of them show a fault that any of these may have. Where
// the server removes slowly, the time of those that wait is over, and few of them are judged.
const storm = (need: Need) => ({
  needs: [need, 'feature streaming-list' as const],
  observationsMin: 10,
  runsMax: 2,
  alone: true as const,
})

export default [
  property(
    'K8S-WATCH-035',
    watchesDuringGarbageCollection(),
    watchMatchesList,
    storm('feature garbage-collector'),
  ),
  property(
    'K8S-WATCH-036',
    watchesDuringNamespaceDeletion(),
    watchMatchesList,
    storm('feature namespace-controller'),
  ),
  property(
    'K8S-WATCH-037',
    watchesDuringCollectionDelete(),
    watchMatchesList,
    storm('feature deletecollection'),
  ),
]
