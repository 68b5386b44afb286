// W6: a watch has sent every change up to the version of a bookmark before the bookmark, so that a
// client that resumes from it loses nothing.

import { answerSummary, exchangeAt } from '../../history/history.ts'
import type { Exchange, History } from '../../history/history.ts'
import { applicable, precondition, verify, recordAnswer } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import {
  watchEventsOf,
  isBookmarkEvent,
  isErrorEvent,
  eventText,
} from '../../history/watch-events.ts'
import type { WatchEvent } from '../../history/watch-events.ts'
import { sideOfVersion } from '../../history/watch-start.ts'
import { requireIntegers } from '../integer-versions.ts'
import { noChangeIsLeftOut } from './after-state.ts'
import { bookmarksAreEmpty } from './bookmark-shape.ts'
import {
  requireNoForeignItems,
  requireCaughtUp,
  matchedEventsOf,
  interpretWatch,
} from './interpreted-watch.ts'
import type { InterpretedWatch } from './interpreted-watch.ts'
import { requireWatch } from './watch-stream.ts'

/**
 * WATCH-031: `rest` resumes from the version of a bookmark of `watch`. Both must reach the marker.
 * The order of changes and bookmarks is judged for all bookmarks of both streams.
 */
export function* resumeFromBookmarkLosesNothing(history: History): Generator<Observation> {
  yield* requireNoForeignItems(history)
  yield* requireCaughtUp(history, 'watch has a BOOKMARK', 'watch shows marker')
  yield* resumedWatchLosesNothing(history)
}

/** K8S-WATCH-039: the same for a watch that ends at any time, if a bookmark came before. */
export function* regularBookmarkLosesNothing(history: History): Generator<Observation> {
  const watch = yield* requireWatch(history, 'watch')
  yield* requireBookmarks(watchEventsOf(watch.stream))
  yield* resumedWatchLosesNothing(history)
}

/** K8S-WATCH-040: the bookmarks of a watch without initial events, if it sends any, are empty. */
export function* regularBookmarksAreEmpty(history: History): Generator<Observation> {
  const watch = yield* requireWatch(history, 'watch')
  yield* requireBookmarks(watchEventsOf(watch.stream))
  yield* bookmarksAreEmpty('watch')(history)
}

/** K8S-WATCH-041: a bookmark is not older than what the watch has sent before it. */
export function* bookmarksNeverGoBack(history: History): Generator<Observation> {
  yield* precondition(history.context.ordered, 'versions of this target are opaque')
  const watch = yield* requireWatch(history, 'watch')
  const events = watchEventsOf(watch.stream)
  yield* requireBookmarks(events)
  const comparable = events.filter(event => !isErrorEvent(event))
  yield* requireIntegers(...comparable.map(({ version }) => version))
  let newest: bigint | undefined
  let compared = 0
  for (const event of comparable) {
    const version = BigInt(String(event.version))
    if (isBookmarkEvent(event) && newest !== undefined) {
      compared++
      yield verify(version >= newest, {
        says: 'A bookmark is not older than the events and bookmarks that were sent before it.',
        expected: `at least ${newest}`,
        got: `BOOKMARK at ${version}`,
        at: watch,
      })
    }
    if (newest === undefined || version > newest) newest = version
  }
  yield* precondition(compared > 0, 'nothing was sent before the bookmark')
}

/** A server may send no bookmarks (WATCH-030). */
const requireBookmarks = (events: WatchEvent[]): Observation[] =>
  applicable(events.some(isBookmarkEvent), 'no bookmark came within the time of the watch')

function* resumedWatchLosesNothing(history: History): Generator<Observation> {
  yield* requireNoForeignItems(history)
  const watched = yield* interpretWatch(history, 'watch')
  const resumed = yield* interpretWatch(history, 'rest')
  yield* requireCaughtUp(history, 'rest shows marker')
  const { stream } = exchangeAt(history, 'watch')
  const version = resumed.first.request.query['resourceVersion']
  const bookmark = watchEventsOf(stream).find(
    event => isBookmarkEvent(event) && event.version === version,
  )
  yield* precondition(
    bookmark !== undefined,
    'no bookmark had the version from which the watch resumed',
  )
  if (!bookmark) return

  yield* bookmarksAreNotAhead(history, watched)

  const before = watched.events.filter(({ place }) => place < bookmark.place)
  const joined = { ...watched, events: [...before, ...resumed.events] }
  yield* noChangeIsLeftOut(history, {
    record: joined,
    lines: yield* matchedEventsOf(history, joined),
    bookmark,
    isBefore: ({ event }) => before.includes(event),
    marker: exchangeAt(history, 'marker'),
  })
  yield* bookmarksAreNotAhead(history, resumed)
}

/**
 * No change up to the version of any bookmark is delivered after it on the same stream. An event of
 * another namespace is a fault of another row.
 */
function* bookmarksAreNotAhead(history: History, record: InterpretedWatch): Generator<Observation> {
  const bookmarks = watchEventsOf(record.first.stream).filter(isBookmarkEvent)
  const lines = yield* matchedEventsOf(history, record)
  for (const { place, version } of bookmarks) {
    const side = sideOfVersion(history, String(version), record.timelines)
    for (const { event, change } of lines) {
      if (event.place < place || !isInNamespace(event, record.first)) continue
      yield verify(side(change) !== 'before', {
        says: 'No change that a bookmark covers is delivered after it.',
        expected: `only changes after ${String(version)}`,
        got: eventText(history, event),
        at: record.first,
      })
    }
  }
}

const isInNamespace = ({ object }: WatchEvent, { about }: Exchange): boolean =>
  about?.namespace === undefined || object.metadata['namespace'] === about.namespace

/** WATCH-029: a watch that does not request bookmarks gets none. */
export function* unrequestedBookmarksDoNotCome(history: History): Generator<Observation> {
  yield* interpretWatch(history, 'watch')
  yield* requireCaughtUp(history, 'watch shows marker')
  // A server may lack initial events. A watch that it does not serve shows no bookmark either.
  for (const label of ['watch', 'state']) {
    const watch = exchangeAt(history, label)
    for (const event of watchEventsOf(watch.stream))
      yield verify(!isBookmarkEvent(event), {
        says: 'A watch without allowWatchBookmarks gets no bookmarks.',
        expected: 'only events of objects',
        got: `BOOKMARK at ${String(event.version)}`,
        at: watch,
      })
  }
}

/**
 * WATCH-030: bookmarks are optional, so the law only records whether any came. A stream may end at
 * any time, so no event is required.
 */
export function* bookmarksAreOptional(history: History): Generator<Observation> {
  const watch = exchangeAt(history, 'watch')
  yield* precondition(watch.stream !== undefined, `watch is not a stream: ${answerSummary(watch)}`)
  const isSent = watchEventsOf(watch.stream).some(isBookmarkEvent)
  yield recordAnswer(isSent ? 'bookmarks are sent' : 'no bookmark within the time of the watch')
}

/** A bookmark has a version, which is its only purpose. */
export const bookmarkHasVersion = (version: unknown, step: string): Observation =>
  verify(typeof version === 'string' && version !== '', {
    says: 'A bookmark has a resourceVersion.',
    expected: 'a text',
    got: JSON.stringify(version),
    at: step,
  })
