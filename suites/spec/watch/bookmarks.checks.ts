// Bookmarks: sent only to those who ask, at whatever times, and never ahead of events.

import { answered, at } from '../../../properties/history/history.ts'
import type { Exchange } from '../../../properties/history/history.ts'
import {
  bookmarkKeepsItsPromise,
  bookmarksAreOptional,
  hasNoBookmarks,
} from '../../../properties/laws/watch/bookmarkable.ts'
import { noted } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  resumedFromBookmark,
  stateFirst,
  watchedWithoutBookmarks,
} from '../../../properties/scenarios/watch/watch-lists.ts'
import {
  create,
  list,
  untilShown,
  untilType,
  versionOf,
  watch,
} from '../../../properties/dsl/steps.ts'
import { documentsOf, isBookmark } from '../../../properties/history/streams.ts'
import { example, property } from '../../check.ts'

const values = ['true', '1', 'True', 'yes', '', '0', 'false']
const labelOf = (value: string): string => `allowWatchBookmarks=${value}`

/** What a watch answers that has shown the marker, behind which a bookmark would stand. */
const bookmarkWords = (exchange: Exchange): string => {
  if (!exchange.stream) return answered(exchange)
  return documentsOf(exchange.stream).some(isBookmark) ? 'a bookmark' : 'no bookmark'
}

const { bookmarks: _, ...unmarked } = stateFirst

export default [
  property('WATCH-029', watchedWithoutBookmarks(), hasNoBookmarks, { observationsMin: 20 }),
  // De facto a server sends a bookmark shortly before the time that the client sets is over.
  example(
    'WATCH-030',
    [
      list('start', 'main'),
      create('object', 'main', 'a'),
      watch('watch', 'main', {
        resourceVersion: versionOf('start'),
        bookmarks: true,
        query: { timeoutSeconds: '3' },
      }),
      untilShown('watch', 'object'),
      create('marker', 'main', 'b'),
      untilShown('watch', 'marker'),
      untilType('watch', 'BOOKMARK'),
    ],
    bookmarksAreOptional,
  ),
  // The one bookmark that must come is the one that ends initial events.
  property('WATCH-031', resumedFromBookmark(), bookmarkKeepsItsPromise, {
    needs: ['feature streaming-list'],
    observationsMin: 20,
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
      ...values.map(value => untilShown(labelOf(value), 'marker')),
    ],
    function* (history): Generator<Observation> {
      for (const value of values)
        yield noted(`${labelOf(value)}: ${bookmarkWords(at(history, labelOf(value)))}`)
    },
  ),
]
