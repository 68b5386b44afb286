// A cache for reads that need not be the newest. It may be behind its store, but its contents at a
// revision are the complete contents of the store at that revision.

import assert from 'node:assert/strict'
import { setMaxListeners } from 'node:events'
import { readSnapshotPage } from './snapshot.ts'
import type { Store, WatchCache } from '../api/store.ts'
import { treeGet } from './tree.ts'
import { cachedChanges } from './watch-cache-changes.ts'
import { followStore, type FollowOptions } from './watch-cache-follow.ts'
import { emptyCacheView } from './watch-cache-view.ts'

export type WatchCacheOptions = Omit<FollowOptions, 'retryMs'> & {
  /** How long to wait before a failed store is called again; 500 unless set. */
  retryMs?: number
  /** The maximum number of snapshots; 4096 unless set. */
  snapshotsMax?: number
  /**
   * The maximum size of the values that are kept only for snapshots before the newest; 64 MiB
   * unless set.
   */
  snapshotBytesMax?: number
}

/**
 * Creates a copy of a store in memory that follows its changes, starting with its present contents.
 * Reads reject with the error of the store only until the first load has succeeded.
 */
export function watchCache(store: Store, options: WatchCacheOptions): WatchCache {
  const { retryMs = 500, snapshotsMax = 4096, snapshotBytesMax = 64 * 1024 * 1024 } = options
  const closing = new AbortController()
  // Each change that is held back listens to it.
  setMaxListeners(0, closing.signal)
  const view = emptyCacheView({ countMax: snapshotsMax, bytesMax: snapshotBytesMax })
  const following = followStore(store, view, { ...options, retryMs, signal: closing.signal })

  function loadedSnapshots() {
    assert(!closing.signal.aborted, 'the watch cache is closed')
    return view.loadedSnapshots()
  }

  return {
    async get(key) {
      const { revision, root } = (await loadedSnapshots()).newest()
      return { revision, entry: treeGet(root, key) }
    },

    async range(range) {
      const snapshots = await loadedSnapshots()
      const snapshot =
        range.revision === undefined ? snapshots.newest() : snapshots.snapshotAt(range.revision)
      return snapshot ? readSnapshotPage(snapshot, range) : store.range(range)
    },

    revision: async () => (await loadedSnapshots()).newest().revision,

    async waitFor(revision, signal) {
      // A call of `revision` makes the store soon report progress to its watches, even if they have
      // no changes. If the store is unavailable, the wait goes on until it is back.
      if (!view.isShown(revision)) void store.revision().catch(() => {})
      return view.waitFor(revision, signal)
    },

    watch(prefix, after, signal, pass) {
      const ended = AbortSignal.any([signal, closing.signal])
      return cachedChanges({ store, view }, { prefix, after, signal: ended, pass })
    },

    async close() {
      closing.abort()
      view.end()
      await following
    },
  }
}
