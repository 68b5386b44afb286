import { isAtLeast } from '../api/list.ts'
import { Compacted, type Revision, type Store, type WatchCache } from '../api/store.ts'

/** The cache of a store that holds everything in memory: the store itself. Nothing lags. */
export function directCache(store: Store): WatchCache {
  return {
    async get(key) {
      // A range names its revision, and a key is the first one of those that start with it.
      const { revision, entries } = await store.range({ prefix: key, limit: 1 })
      return { revision, entry: entries.find(entry => entry.key === key) }
    },
    range: range => store.range(range),
    revision: () => store.revision(),
    reached: (revision, signal) => reached(store, revision, signal),
    watch: (...wanted) => store.watch(...wanted),
    close: async () => {},
  }
}

async function reached(store: Store, revision: Revision, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    const newest = await store.revision()
    if (isAtLeast(newest, revision)) return true
    if (!(await changesAfter(store, newest, signal))) return false
  }
}

/** Waits for a change. False when the signal fires or the store closes first. */
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
    // The store has forgotten where it was a moment ago, so it has moved on.
    if (error instanceof Compacted) return true
    throw error
  } finally {
    await changes.return?.()
  }
}
