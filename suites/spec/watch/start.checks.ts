// Checks where a watch begins: after its version, or with a state if it has no version.

import { answerSummary, exchangeAt } from '../../../properties/history/history.ts'
import type { Exchange, History } from '../../../properties/history/history.ts'
import { notesOf } from '../../../properties/laws/notes.ts'
import { orWatchMatchesListInStorms } from '../../../properties/laws/watch/watch-matches-list.ts'
import { listPlusWatchIsLaterList } from '../../../properties/laws/watch/informer.ts'
import { watchDeliversEveryChange } from '../../../properties/laws/watch/reliable.ts'
import { precondition } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { stormFromLists, withStorms } from '../../../properties/scenarios/watch/watch-openings.ts'
import {
  pointWatches,
  watchFromLists,
  watchFromSeveralVersions,
} from '../../../properties/scenarios/watch/watched-starts.ts'
import { watchEventsOf, isChangeEvent } from '../../../properties/history/watch-events.ts'
import type { Step } from '../../../properties/dsl/scenario.ts'
import type { WatchStepOptions } from '../../../properties/dsl/steps.ts'
import { create, awaitVersion, watch } from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

/**
 * Each watch delivers the changes after its version. A read that found nothing returns no version,
 * so its watch is not judged.
 */
function* tellSuffixes(history: History): Generator<Observation> {
  const watches = pointWatches.filter(label => exchangeAt(history, label).stream !== undefined)
  yield* precondition(watches.length > 0, 'no version was read to watch from')
  for (const label of watches)
    yield* watchDeliversEveryChange({
      parts: [label],
      waits: [`${label} shows marker`],
      marker: 'marker',
    })(history)
}

/** Watches a collection that contains an object, and then creates another object. */
const watchedState = (label: string, options: WatchStepOptions): Step[] => [
  create('there', 'main', 'there'),
  watch(label, 'main', options),
  create('marker', 'main', 'zz-marker'),
  awaitVersion(label, 'marker'),
]

function begins(exchange: Exchange): string {
  if (!exchange.stream) return answerSummary(exchange)
  const events = watchEventsOf(exchange.stream).filter(isChangeEvent)
  const there = events.filter(({ object }) => String(object.metadata['name']).endsWith('-there'))
  const marker = events.filter(({ object }) =>
    String(object.metadata['name']).endsWith('zz-marker'),
  )
  const state = there.length > 0 ? `${there[0]?.type} for existing objects` : 'no state'
  return `${state}, then ${marker.length > 0 ? 'later changes' : 'nothing'}`
}

export default [
  property('WATCH-010', watchFromSeveralVersions(), tellSuffixes, {
    observationsMin: 20,
    allowsClusterScope: true,
  }),
  property(
    'WATCH-013',
    withStorms(watchFromLists(), stormFromLists()),
    orWatchMatchesListInStorms(
      listPlusWatchIsLaterList({
        start: 'start',
        watch: 'watch',
        wait: 'watch shows marker',
        end: 'end',
      }),
    ),
    { observationsMin: 20, allowsClusterScope: true },
  ),
  example(
    'WATCH-022',
    watchedState('watch without a version', {}),
    notesOf(begins, 'watch without a version'),
  ),
  example(
    'WATCH-023',
    watchedState('watch from version 0', { resourceVersion: '0' }),
    notesOf(begins, 'watch from version 0'),
  ),
]
