// W6: a bookmark means that every change up to its version was told before it, so that one who
// resumes from it loses nothing.

import { answered, at } from '../../history/history.ts'
import type { History } from '../../history/history.ts'
import { given, holds, noted } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { documentsOf, isBookmark, toldText } from '../../history/streams.ts'
import { sideOfVersion } from '../../history/watch-start.ts'
import { leavesNothingOut } from './after-state.ts'
import { aloneIn, caughtUp, linesOf, tellingOf } from './story.ts'

/** WATCH-031: `rest` resumes from the version of a bookmark of `watch`; both come to the marker. */
export function* bookmarkKeepsItsPromise(history: History): Generator<Observation> {
  yield* aloneIn(history)
  yield* caughtUp(history, 'watch has a BOOKMARK')
  const watched = yield* tellingOf(history, 'watch')
  const resumed = yield* tellingOf(history, 'rest')
  yield* caughtUp(history, 'watch shows marker', 'rest shows marker')
  const { stream } = at(history, 'watch')
  const version = resumed.first.request.query['resourceVersion']
  const bookmark = documentsOf(stream).find(told => isBookmark(told) && told.version === version)
  yield* given(bookmark !== undefined, 'no bookmark gave the version that was resumed from')
  if (!bookmark) return

  const side = sideOfVersion(history, String(version), watched.lives)
  const later = watched.told.filter(({ place }) => place > bookmark.place)
  for (const { told, change } of yield* linesOf(history, watched)) {
    if (!later.includes(told)) continue
    yield holds(side(change) !== 'before', {
      says: 'No change that a bookmark covers is delivered after it.',
      expected: `only changes after ${String(version)}`,
      got: toldText(history, told),
      at: watched.first,
    })
  }

  const before = watched.told.filter(({ place }) => place < bookmark.place)
  const joined = { ...watched, told: [...before, ...resumed.told] }
  yield* leavesNothingOut(history, {
    telling: joined,
    lines: yield* linesOf(history, joined),
    bookmark,
    isBefore: ({ told }) => before.includes(told),
    marker: at(history, 'marker'),
  })
}

/** WATCH-029: nobody asked for bookmarks, and none comes. */
export function* hasNoBookmarks(history: History): Generator<Observation> {
  yield* tellingOf(history, 'watch')
  yield* caughtUp(history, 'watch shows marker')
  // A server need not know initial events; what it does not serve shows no bookmark either.
  for (const label of ['watch', 'state']) {
    const watch = at(history, label)
    for (const told of documentsOf(watch.stream))
      yield holds(!isBookmark(told), {
        says: 'A watch that asks for no bookmarks gets none.',
        expected: 'only events of objects',
        got: `BOOKMARK at ${String(told.version)}`,
        at: watch,
      })
  }
}

/**
 * WATCH-030: bookmarks come or not; no server can be wrong about it. A stream may end at any time,
 * so nothing has to be shown before.
 */
export function* bookmarksAreOptional(history: History): Generator<Observation> {
  const watch = at(history, 'watch')
  yield* given(watch.stream !== undefined, `watch is no stream: ${answered(watch)}`)
  const isSent = documentsOf(watch.stream).some(isBookmark)
  yield noted(isSent ? 'bookmarks are sent' : 'no bookmark within the time of the watch')
}

/** A bookmark is good for nothing but its version. */
export const hasVersion = (version: unknown, step: string): Observation =>
  holds(typeof version === 'string' && version !== '', {
    says: 'A bookmark carries a version.',
    expected: 'a text',
    got: JSON.stringify(version),
    at: step,
  })
