import { isAtLeast } from '../api/list.ts'
import { Compacted, type Revision, type Store, type WatchCache } from '../api/store.ts'

/** The cache of a store that holds everything in memory is the store itself, without any lag. */
export function directCache(store: Store): WatchCache {
  return {
    async get(key) {
      // A range has a revision, and the key itself sorts first among the keys with that prefix.
      const { revision, entries } = await store.range({ prefix: key, limit: 1 })
      return { revision, entry: entries.find(entry => entry.key === key) }
    },
    range: range => store.range(range),
    revision: () => store.revision(),
    waitFor: (revision, signal) => waitFor(store, revision, signal),
    watch: (...wanted) => store.watch(...wanted),
    close: async () => {},
  }
}

async function waitFor(store: Store, revision: Revision, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    const newest = await store.revision()
    if (isAtLeast(newest, revision)) return true
    if (!(await changesAfter(store, newest, signal))) return false
  }
}

/** Waits for a change. Resolves to false when the signal fires or the store closes first. */
async function changesAfter(
  store: Store,
  revision: Revision,
  signal: AbortSignal,
): Promise<boolean> {
  const changes = store.watch('', revision, signal)[Symbol.asyncIterator]()
  try {
    const { done } = await changes.next()
    return done !== true
  } catch (error) {
    // The store no longer keeps the revision that was the newest a moment ago, so there are
    // changes.
    if (error instanceof Compacted) return true
    throw error
  } finally {
    await changes.return?.()
  }
}
