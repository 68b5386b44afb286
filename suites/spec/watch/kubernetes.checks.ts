// Watches as genuine servers hold them: one order of whole events for all who watch.

import type { History } from '../../../properties/history/history.ts'
import { agree } from '../../../properties/laws/watch/agreement.ts'
import { tellsWholeWrites } from '../../../properties/laws/watch/atomic.ts'
import { removalsShowTheLastState } from '../../../properties/laws/watch/deletion-payload.ts'
import { failsInStream } from '../../../properties/laws/watch/error-shape.ts'
import { isGone, notKept } from '../../../properties/laws/watch/expiry.ts'
import { showsWhatAnswersShow } from '../../../properties/laws/watch/fidelity.ts'
import { tellsNothingYet } from '../../../properties/laws/watch/future.ts'
import { beginsWithTheState } from '../../../properties/laws/watch/initial-state.ts'
import { resumesAfter } from '../../../properties/laws/watch/no-time-travel.ts'
import { versionsIncrease } from '../../../properties/laws/watch/ordered.ts'
import { tellsEveryChange } from '../../../properties/laws/watch/reliable.ts'
import { caughtUp } from '../../../properties/laws/watch/story.ts'
import { staysInScope } from '../../../properties/laws/watch/scope-isolation.ts'
import { tellsTransitions } from '../../../properties/laws/watch/selector-transitions.ts'
import { tellsNothingTwice, tellsNoMoreThan } from '../../../properties/laws/watch/unique.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  heldAndFreed,
  removedAndResumed,
  sentBackAsItIs,
  watchedFromTheFuture,
  watchedFromTooOld,
} from '../../../properties/scenarios/watch/watched-ends.ts'
import { watchedByShade } from '../../../properties/scenarios/watch/watched-shades.ts'
import {
  watchedAndResumed,
  watchedFromStates,
  watchedInNarrowScopes,
  watchedInOneAndAll,
} from '../../../properties/scenarios/watch/watched-twice.ts'
import { example, property } from '../../check.ts'

type Law = (history: History) => Generator<Observation>

const all = (...laws: Law[]): Law =>
  function* (history) {
    for (const law of laws) yield* law(history)
  }

/** A law of streams that have shown the marker: what they tell before it can be compared. */
const caught = (labels: string[], law: Law): Law =>
  all(history => caughtUp(history, ...labels.map(label => `${label} shows marker`)), law)

// Of what was told in all scenarios.
const often = { observationsMin: 20 }

const oneAndAll = ['one', 'all'] as const

/** A watch tells what came first and, up to the marker, everything after it. */
const beginsAndGoesOn = (label: string): Law => {
  const waits = [`${label} shows marker`]
  return all(
    beginsWithTheState(label, ...waits),
    tellsEveryChange({ parts: [label], waits, marker: 'marker' }),
  )
}

export default [
  property(
    'K8S-WATCH-001',
    watchedInOneAndAll(),
    caught([...oneAndAll], versionsIncrease(...oneAndAll)),
    often,
  ),
  property(
    'K8S-WATCH-002',
    watchedInOneAndAll(),
    caught([...oneAndAll], tellsNothingTwice(...oneAndAll)),
    often,
  ),
  property(
    'K8S-WATCH-003',
    watchedInOneAndAll(),
    caught([...oneAndAll], tellsWholeWrites(...oneAndAll)),
    often,
  ),
  property(
    'K8S-WATCH-004',
    watchedInOneAndAll(),
    caught([...oneAndAll], showsWhatAnswersShow(...oneAndAll)),
    often,
  ),
  property('K8S-WATCH-005', watchedByShade(), tellsTransitions('dark', 'dark shows marker'), often),
  property('K8S-WATCH-006', watchedByShade(), tellsTransitions('all', 'all shows marker'), often),
  property(
    'K8S-WATCH-007',
    watchedByShade(),
    all(
      removalsShowTheLastState('dark', 'dark shows marker'),
      removalsShowTheLastState('all', 'all shows marker'),
    ),
    often,
  ),
  example(
    'K8S-WATCH-008',
    removedAndResumed,
    caught(['rest'], resumesAfter({ watch: 'watch', rest: 'rest' })),
  ),
  property(
    'K8S-WATCH-009',
    watchedInNarrowScopes(),
    caught(['wide', 'in 0'], staysInScope('in 0', 'in 1', 'in 2', 'dark', 'named')),
    often,
  ),
  property(
    'K8S-WATCH-010',
    watchedInOneAndAll(),
    agree(['all', 'one'], ['one shows marker', 'all shows marker']),
    often,
  ),
  example(
    'K8S-WATCH-011',
    heldAndFreed,
    all(
      tellsTransitions('watch', 'watch shows marker'),
      removalsShowTheLastState('watch', 'watch shows marker'),
    ),
  ),
  example('K8S-WATCH-012', sentBackAsItIs, tellsNoMoreThan('watch', ['MODIFIED', 'MODIFIED'])),
  property(
    'K8S-WATCH-013',
    watchedAndResumed(),
    caught(['rest'], resumesAfter({ watch: 'watch', rest: 'rest', lists: ['as new'] })),
    often,
  ),
  // Without the feature the cache answers, and it may be behind.
  property('K8S-WATCH-014', watchedFromStates(), beginsAndGoesOn('newest'), {
    ...often,
    needs: ['feature streaming-list'],
  }),
  property('K8S-WATCH-015', watchedFromStates(), beginsAndGoesOn('any'), often),
  example('K8S-WATCH-016', watchedFromTheFuture, tellsNothingYet('ahead', 'now shows marker')),
  example(
    'K8S-WATCH-017',
    watchedFromTooOld,
    isGone({ old: 'old', lost: 'lost', list: 'list', rest: 'rest', waits: ['rest shows marker'] }),
  ),
  example(
    'K8S-WATCH-018',
    watchedFromTooOld,
    all(
      history => notKept(history, 'old', 'lost'),
      failsInStream(
        'old',
        'old ends',
        { code: 410, reason: 'Expired' },
        'A version that is no longer kept is answered 410 by an ERROR event in the stream.',
      ),
    ),
  ),
]
