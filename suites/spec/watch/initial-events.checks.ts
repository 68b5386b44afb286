// Checks watches with sendInitialEvents, and the bookmark after the initial events.

import type { History } from '../../../properties/history/history.ts'
import { requireStreams, watchIsRefused } from '../../../properties/laws/watch/refusals.ts'
import {
  emptyStateIsOnlyTheBookmark,
  initialStateEndsWithBookmark,
  eventsContinueFromState,
  initialStateIsMostRecent,
  initialStateReachesVersion,
  initialStateIsDelivered,
} from '../../../properties/laws/watch/streaming-list.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  streamingListOptions,
  watchEmptyState,
  watchFromBusyState,
  watchFromNewestState,
  watchFromState,
  watchFromStateAtVersion,
} from '../../../properties/scenarios/watch/streaming-lists.ts'
import {
  create,
  list,
  awaitEventCount,
  versionFrom,
  watch,
  waitLongerEverywhere,
} from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

const needs = { needs: ['feature streaming-list' as const] }
const often = { ...needs, observationsMin: 20, allowsClusterScope: true as const }

const { match: _, ...unmatched } = streamingListOptions
const says = {
  unmatched: 'A watch with sendInitialEvents and without NotOlderThan is invalid.',
  exact: 'A watch with sendInitialEvents and Exact is invalid.',
}

export default [
  property('WATCH-034', watchFromState(), initialStateIsDelivered, often),
  property(
    'WATCH-035',
    watchFromState().map(waitLongerEverywhere),
    initialStateEndsWithBookmark,
    often,
  ),
  property('WATCH-036', watchFromBusyState(), eventsContinueFromState, often),
  example(
    'WATCH-037',
    watchEmptyState,
    function* (history: History): Generator<Observation> {
      yield* emptyStateIsOnlyTheBookmark(history, 'main')
      yield* emptyStateIsOnlyTheBookmark(history, 'other')
    },
    needs,
  ),
  example(
    'WATCH-038',
    [
      create('object', 'main', 'a'),
      list('start', 'main'),
      watch('sound', 'main', streamingListOptions),
      awaitEventCount('sound', 1),
      watch('sound at a version', 'main', {
        ...streamingListOptions,
        resourceVersion: versionFrom('start'),
      }),
      awaitEventCount('sound at a version', 1),
      watch('faulty', 'main', unmatched),
      awaitEventCount('faulty', 1),
      watch('faulty at a version', 'main', { ...unmatched, resourceVersion: versionFrom('start') }),
      awaitEventCount('faulty at a version', 1),
    ],
    function* (history: History): Generator<Observation> {
      yield* requireStreams(history, 'sound', 'sound at a version')
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
      watch('sound', 'main', { ...streamingListOptions, resourceVersion: versionFrom('start') }),
      awaitEventCount('sound', 1),
      watch('faulty', 'main', {
        ...unmatched,
        match: 'Exact',
        resourceVersion: versionFrom('start'),
      }),
      awaitEventCount('faulty', 1),
    ],
    function* (history: History): Generator<Observation> {
      yield* requireStreams(history, 'sound')
      yield* watchIsRefused(history, 'faulty', says.exact)
    },
    needs,
  ),
  property('WATCH-040', watchFromNewestState(), initialStateIsMostRecent, often),
  property('WATCH-041', watchFromStateAtVersion(), initialStateReachesVersion, often),
]
