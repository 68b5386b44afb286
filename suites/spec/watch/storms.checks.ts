// Checks watches that wait for a future version while the server itself makes many changes in quick
// succession. No other check runs at the same time, because its writes would reach these versions
// too early.

import { inTurn } from '../../../properties/laws/in-turn.ts'
import { burstHasNewVersions, stormMatchesList } from '../../../properties/laws/watch/storms.ts'
import {
  watchesDuringCollectionDelete,
  watchesDuringGarbageCollection,
  watchesDuringNamespaceDeletion,
} from '../../../properties/scenarios/watch/storms.ts'
import { property } from '../../check.ts'
import type { Need } from '../../check.ts'

// A scenario opens about forty watches, each of which may show the fault, so two scenarios are
// enough. If the server removes objects slowly, many watches end before they deliver events, and
// few of them are judged.
const storm = (need: Need) => ({
  needs: [need, 'feature streaming-list' as const],
  observationsMin: 10,
  scenariosMax: 2,
  alone: true as const,
})

export default [
  property(
    'K8S-WATCH-035',
    watchesDuringGarbageCollection(),
    stormMatchesList,
    storm('feature garbage-collector'),
  ),
  property(
    'K8S-WATCH-036',
    watchesDuringNamespaceDeletion(),
    stormMatchesList,
    storm('feature namespace-controller'),
  ),
  property(
    'K8S-WATCH-037',
    watchesDuringCollectionDelete(),
    inTurn(burstHasNewVersions, stormMatchesList),
    storm('feature deletecollection'),
  ),
]
