// Checks bookmarks: they are sent only to clients that request them, at any time, and never before
// the events that they cover.

import { answerSummary, exchangeAt } from '../../../properties/history/history.ts'
import type { Exchange } from '../../../properties/history/history.ts'
import {
  resumeFromBookmarkLosesNothing,
  bookmarksAreOptional,
  unrequestedBookmarksDoNotCome,
} from '../../../properties/laws/watch/bookmarkable.ts'
import { recordAnswer } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  resumeFromBookmark,
  streamingListOptions,
  watchWithoutBookmarks,
} from '../../../properties/scenarios/watch/streaming-lists.ts'
import {
  create,
  list,
  awaitVersion,
  awaitEventType,
  versionFrom,
  watch,
} from '../../../properties/dsl/steps.ts'
import { watchEventsOf, isBookmarkEvent } from '../../../properties/history/watch-events.ts'
import { example, property } from '../../check.ts'

const values = ['true', '1', 'True', 'yes', '', '0', 'false']
const labelOf = (value: string): string => `allowWatchBookmarks=${value}`

/** Describes whether a watch that has delivered the marker contains a bookmark. */
const bookmarkWords = (exchange: Exchange): string => {
  if (!exchange.stream) return answerSummary(exchange)
  return watchEventsOf(exchange.stream).some(isBookmarkEvent) ? 'a bookmark' : 'no bookmark'
}

const { bookmarks: _, ...unmarked } = streamingListOptions

export default [
  property('WATCH-029', watchWithoutBookmarks(), unrequestedBookmarksDoNotCome, {
    observationsMin: 20,
  }),
  // Genuine servers send a bookmark shortly before the end of the watch.
  example(
    'WATCH-030',
    [
      list('start', 'main'),
      create('object', 'main', 'a'),
      watch('watch', 'main', {
        resourceVersion: versionFrom('start'),
        bookmarks: true,
        query: { timeoutSeconds: '3' },
      }),
      awaitVersion('watch', 'object'),
      create('marker', 'main', 'b'),
      awaitVersion('watch', 'marker'),
      awaitEventType('watch', 'BOOKMARK'),
    ],
    bookmarksAreOptional,
  ),
  // Only the bookmark after the initial events is required, so the check uses that one.
  property('WATCH-031', resumeFromBookmark(), resumeFromBookmarkLosesNothing, {
    needs: ['feature streaming-list'],
    observationsMin: 20,
    allowsClusterScope: true,
  }),
  example(
    'WATCH-033',
    [
      ...values.map(value =>
        watch(labelOf(value), 'main', {
          ...unmarked,
          query: { allowWatchBookmarks: value },
        }),
      ),
      create('marker', 'main', 'a'),
      ...values.map(value => awaitVersion(labelOf(value), 'marker')),
    ],
    function* (history): Generator<Observation> {
      for (const value of values)
        yield recordAnswer(
          `${labelOf(value)}: ${bookmarkWords(exchangeAt(history, labelOf(value)))}`,
        )
    },
  ),
]
