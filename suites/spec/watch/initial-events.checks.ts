// Watches that begin with the state: sendInitialEvents, and the bookmark that ends it.

import type { History } from '../../../properties/history/history.ts'
import { streamed, watchIsRefused } from '../../../properties/laws/watch/refusals.ts'
import {
  emptyStateEndsAtOnce,
  endsWithBookmark,
  goesOnFromState,
  stateIsNew,
  stateIsReached,
  stateIsTold,
} from '../../../properties/laws/watch/watch-list.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  stateFirst,
  watchedFromBusyState,
  watchedFromNewestState,
  watchedFromState,
  watchedFromStateAtVersion,
} from '../../../properties/scenarios/watch/watch-lists.ts'
import {
  create,
  list,
  patiently,
  untilEvents,
  untilType,
  versionOf,
  watch,
  withPatience,
} from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

const needs = { needs: ['feature streaming-list' as const] }
const often = { ...needs, observationsMin: 20 }

const { match: _, ...unmatched } = stateFirst
const says = {
  unmatched: 'A watch with sendInitialEvents and without NotOlderThan is invalid.',
  exact: 'A watch with sendInitialEvents and Exact is invalid.',
}

export default [
  property('WATCH-034', watchedFromState(), stateIsTold, often),
  property('WATCH-035', watchedFromState().map(withPatience), endsWithBookmark, often),
  property('WATCH-036', watchedFromBusyState(), goesOnFromState, often),
  example(
    'WATCH-037',
    [
      watch('main', 'main', stateFirst),
      watch('core', 'core', { ...stateFirst, namespace: 1 }),
      patiently(untilType('main', 'BOOKMARK')),
      patiently(untilType('core', 'BOOKMARK')),
    ],
    function* (history: History): Generator<Observation> {
      yield* emptyStateEndsAtOnce(history, 'main')
      yield* emptyStateEndsAtOnce(history, 'core')
    },
    needs,
  ),
  example(
    'WATCH-038',
    [
      create('object', 'main', 'a'),
      list('start', 'main'),
      watch('sound', 'main', stateFirst),
      untilEvents('sound', 1),
      watch('sound at a version', 'main', { ...stateFirst, resourceVersion: versionOf('start') }),
      untilEvents('sound at a version', 1),
      watch('faulty', 'main', unmatched),
      untilEvents('faulty', 1),
      watch('faulty at a version', 'main', { ...unmatched, resourceVersion: versionOf('start') }),
      untilEvents('faulty at a version', 1),
    ],
    function* (history: History): Generator<Observation> {
      yield* streamed(history, 'sound', 'sound at a version')
      yield* watchIsRefused(history, 'faulty', says.unmatched)
      yield* watchIsRefused(history, 'faulty at a version', says.unmatched)
    },
    needs,
  ),
  example(
    'WATCH-039',
    [
      create('object', 'main', 'a'),
      list('start', 'main'),
      watch('sound', 'main', { ...stateFirst, resourceVersion: versionOf('start') }),
      untilEvents('sound', 1),
      watch('faulty', 'main', {
        ...unmatched,
        match: 'Exact',
        resourceVersion: versionOf('start'),
      }),
      untilEvents('faulty', 1),
    ],
    function* (history: History): Generator<Observation> {
      yield* streamed(history, 'sound')
      yield* watchIsRefused(history, 'faulty', says.exact)
    },
    needs,
  ),
  property('WATCH-040', watchedFromNewestState(), stateIsNew, often),
  property('WATCH-041', watchedFromStateAtVersion(), stateIsReached, often),
]
