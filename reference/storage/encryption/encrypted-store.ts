// A store and a watch cache over those of an engine: values are transformed on their way to and
// from it. The cache of a remote store holds values as they are stored.

import type { ValueTransformer } from '../../api/encryption.ts'
import {
  CorruptValue,
  type RangePage,
  type RangeQuery,
  type Store,
  type StoreChange,
  type StoredEntry,
  type WatchCache,
  WriteConflict,
} from '../../api/store.ts'

/** A store, and the cache that serves its watches. */
export type StoreAndCache = { readonly store: Store; readonly watchCache: WatchCache }

/**
 * Returns a store and a cache that hold transformed values in those given. Reads of a value that
 * cannot be transformed back reject with CorruptValue; such an entry can only be removed. A watch
 * ends with that error at a change to or from such a value.
 */
export function encrypted(
  { store, watchCache }: StoreAndCache,
  transformer: ValueTransformer,
): StoreAndCache {
  const entries = openEntries(transformer)
  return {
    store: encryptedStore(store, transformer, entries),
    watchCache: {
      ...watchCache,
      async get(key) {
        const { revision, entry } = await watchCache.get(key)
        return { revision, entry: entry && entries.open(entry) }
      },
      range: async range => entries.openPage(await watchCache.range(range), range),
      watch: (...wanted) => entries.openChanges(watchCache.watch(...wanted)),
    },
  }
}

function encryptedStore(
  store: Store,
  transformer: ValueTransformer,
  { open, openPage, openChanges, openRemoved, remember }: OpenEntries,
): Store {
  return {
    ...store,

    async get(key) {
      const entry = await store.get(key)
      return entry && open(entry)
    },

    range: async range => openPage(await store.range(range), range),

    async commit(write) {
      try {
        if (!('value' in write)) return openRemoved(await store.commit(write))
        const value = transformer.seal(write.value, write.key)
        const entry = await store.commit({ ...write, value })
        return value === write.value ? entry : remember(entry, { ...entry, value: write.value })
      } catch (error) {
        if (!(error instanceof WriteConflict) || !error.current) throw error
        throw new WriteConflict(open(error.current))
      }
    },

    watch: (...wanted) => openChanges(store.watch(...wanted)),
  }
}

type OpenEntries = ReturnType<typeof openEntries>

function openEntries(transformer: ValueTransformer) {
  // An engine in memory returns the same entry for each read, so it is opened once.
  const opened = new WeakMap<StoredEntry, StoredEntry>()

  function remember(entry: StoredEntry, shown: StoredEntry): StoredEntry {
    opened.set(entry, shown)
    return shown
  }

  /** @throws CorruptValue */
  function open(entry: StoredEntry): StoredEntry {
    const known = opened.get(entry)
    if (known) return known
    const { value, isStale } = attempt(entry)
    if (value === entry.value && !isStale) return entry
    return remember(entry, { ...entry, value, ...(isStale && { isStale }) })
  }

  function attempt(entry: StoredEntry) {
    try {
      return transformer.open(entry.value, entry.key)
    } catch {
      // The reason may hold details of keys and is for no client.
      throw new CorruptValue(entry)
    }
  }

  /** Returns the entry, or undefined if it cannot be read. */
  function openIfReadable(entry: StoredEntry): StoredEntry | undefined {
    try {
      return open(entry)
    } catch (error) {
      if (error instanceof CorruptValue) return undefined
      throw error
    }
  }

  /** The removal has happened whether or not its value can be read. */
  const openRemoved = (entry: StoredEntry): StoredEntry =>
    openIfReadable(entry) ?? { ...entry, value: Buffer.alloc(0) }

  function openPage(page: RangePage, { skipsUnreadable }: RangeQuery): RangePage {
    if (!skipsUnreadable) return { ...page, entries: page.entries.map(open) }
    const last = page.entries.at(-1)?.key
    const entries = page.entries.flatMap(entry => openIfReadable(entry) ?? [])
    return { ...page, entries, ...(last !== undefined && { last }) }
  }

  async function* openChanges(changes: AsyncIterable<StoreChange>) {
    for await (const change of changes) yield openChange(change)
  }

  function openChange(change: StoreChange): StoreChange {
    const entry = open(change.entry)
    if (change.type === 'remove') return { ...change, entry, previous: open(change.previous) }
    return { ...change, entry, previous: change.previous && open(change.previous) }
  }

  return { open, openPage, openChanges, openRemoved, remember }
}
