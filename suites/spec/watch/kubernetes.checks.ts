// Checks watches of genuine servers: all clients receive complete events in one order.

import type { History } from '../../../properties/history/history.ts'
import { watchesAgree } from '../../../properties/laws/watch/agreement.ts'
import { eventsAreWholeWrites } from '../../../properties/laws/watch/atomic.ts'
import { deletedEventsShowLastState } from '../../../properties/laws/watch/deletion-payload.ts'
import { watchFailsInStream } from '../../../properties/laws/watch/error-shape.ts'
import { expiredVersionIsGone, requireExpired } from '../../../properties/laws/watch/expiry.ts'
import { eventsMatchAnswers } from '../../../properties/laws/watch/fidelity.ts'
import { futureWatchIsSilent } from '../../../properties/laws/watch/future.ts'
import { watchBeginsWithState } from '../../../properties/laws/watch/initial-state.ts'
import { resumedWatchRepeatsNothing } from '../../../properties/laws/watch/no-time-travel.ts'
import { eventVersionsIncrease } from '../../../properties/laws/watch/ordered.ts'
import { watchDeliversEveryChange } from '../../../properties/laws/watch/reliable.ts'
import { requireCaughtUp } from '../../../properties/laws/watch/interpreted-watch.ts'
import { eventsFollowPhase } from '../../../properties/laws/watch/field-transitions.ts'
import { watchStaysInScope } from '../../../properties/laws/watch/scope-isolation.ts'
import { eventsFollowSelector } from '../../../properties/laws/watch/selector-transitions.ts'
import {
  noStateIsDeliveredTwice,
  onlyTheseTypesAreDelivered,
} from '../../../properties/laws/watch/unique.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  finalizerRemovalUnderWatch,
  resumeAfterRemoval,
  noOpUpdateUnderWatch,
  watchFromFutureVersion,
  watchFromExpiredVersion,
} from '../../../properties/scenarios/watch/watched-ends.ts'
import { watchByPhase } from '../../../properties/scenarios/watch/watched-phases.ts'
import { watchByLabel } from '../../../properties/scenarios/watch/watched-labels.ts'
import {
  watchAndResume,
  watchFromInitialStates,
  watchInNarrowScopes,
  watchOneAndAllNamespaces,
} from '../../../properties/scenarios/watch/several-watches.ts'
import { inTurn } from '../../../properties/laws/in-turn.ts'
import { example, property } from '../../check.ts'

type Law = (history: History) => Generator<Observation>

/**
 * Applies a law to streams that have delivered the marker, so that the events before it can be
 * compared.
 */
const caught = (labels: string[], law: Law): Law =>
  inTurn(history => requireCaughtUp(history, ...labels.map(label => `${label} shows marker`)), law)

const often = { observationsMin: 20, allowsClusterScope: true as const }

const oneAndAll = ['one', 'all'] as const

/** A watch begins with the current state and delivers every later change up to the marker. */
const beginsAndGoesOn = (label: string): Law => {
  const waits = [`${label} shows marker`]
  return inTurn(
    watchBeginsWithState(label, ...waits),
    watchDeliversEveryChange({ parts: [label], waits, marker: 'marker' }),
  )
}

export default [
  property(
    'K8S-WATCH-001',
    watchOneAndAllNamespaces(),
    caught([...oneAndAll], eventVersionsIncrease(...oneAndAll)),
    often,
  ),
  property(
    'K8S-WATCH-002',
    watchOneAndAllNamespaces(),
    caught([...oneAndAll], noStateIsDeliveredTwice(...oneAndAll)),
    often,
  ),
  property(
    'K8S-WATCH-003',
    watchOneAndAllNamespaces(),
    caught([...oneAndAll], eventsAreWholeWrites(...oneAndAll)),
    often,
  ),
  property(
    'K8S-WATCH-004',
    watchOneAndAllNamespaces(),
    caught([...oneAndAll], eventsMatchAnswers(...oneAndAll)),
    often,
  ),
  property(
    'K8S-WATCH-005',
    watchByLabel(),
    eventsFollowSelector('dark', 'dark shows marker'),
    often,
  ),
  property('K8S-WATCH-006', watchByLabel(), eventsFollowSelector('all', 'all shows marker'), often),
  property(
    'K8S-WATCH-007',
    watchByLabel(),
    inTurn(
      deletedEventsShowLastState('dark', 'dark shows marker'),
      deletedEventsShowLastState('all', 'all shows marker'),
    ),
    often,
  ),
  example(
    'K8S-WATCH-008',
    resumeAfterRemoval,
    caught(['rest'], resumedWatchRepeatsNothing({ watch: 'watch', rest: 'rest' })),
  ),
  property(
    'K8S-WATCH-009',
    watchInNarrowScopes(),
    caught(['wide', 'in 0'], watchStaysInScope('in 0', 'in 1', 'in 2', 'dark', 'named')),
    { observationsMin: 20 },
  ),
  property(
    'K8S-WATCH-010',
    watchOneAndAllNamespaces(),
    watchesAgree(['all', 'one'], ['one shows marker', 'all shows marker']),
    often,
  ),
  example(
    'K8S-WATCH-011',
    finalizerRemovalUnderWatch,
    eventsFollowSelector('watch', 'watch shows marker'),
  ),
  example(
    'K8S-WATCH-012',
    noOpUpdateUnderWatch,
    onlyTheseTypesAreDelivered('watch', ['MODIFIED', 'MODIFIED']),
  ),
  example('K8S-WATCH-044', watchByPhase, eventsFollowPhase, {
    needs: ['feature fieldSelector'],
  }),
  property(
    'K8S-WATCH-013',
    watchAndResume(),
    caught(
      ['rest'],
      resumedWatchRepeatsNothing({ watch: 'watch', rest: 'rest', lists: ['as new'] }),
    ),
    often,
  ),
  // Without the feature the watch cache serves such watches, and its state may be stale.
  property('K8S-WATCH-014', watchFromInitialStates(), beginsAndGoesOn('newest'), {
    ...often,
    needs: ['feature streaming-list'],
  }),
  property('K8S-WATCH-015', watchFromInitialStates(), beginsAndGoesOn('any'), often),
  example(
    'K8S-WATCH-016',
    watchFromFutureVersion,
    futureWatchIsSilent('ahead', 'now shows marker'),
  ),
  example(
    'K8S-WATCH-017',
    watchFromExpiredVersion,
    expiredVersionIsGone({
      old: 'old',
      lost: 'lost',
      list: 'list',
      rest: 'rest',
      waits: ['rest shows marker'],
    }),
  ),
  example(
    'K8S-WATCH-018',
    watchFromExpiredVersion,
    inTurn(
      history => requireExpired(history, 'old', 'lost'),
      watchFailsInStream(
        'old',
        'old ends',
        { code: 410, reason: 'Expired' },
        'A watch from an expired version returns an ERROR event with code 410 in the stream.',
      ),
    ),
  ),
]
