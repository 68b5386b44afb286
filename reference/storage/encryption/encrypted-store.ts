// A store and a watch cache over those of an engine: values are transformed on their way to and
// from it. The cache of a remote store holds values as they are stored.

import type { OpenedValue, ValueTransformer } from '../../api/encryption.ts'
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
export function withEncryption(
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
        return { revision, entry: entry && (await entries.open(entry)) }
      },
      range: async range => entries.openPage(await watchCache.range(range), range),
      watch: (...wanted) => entries.openChanges(watchCache.watch(...wanted)),
    },
  }
}

function encryptedStore(
  store: Store,
  transformer: ValueTransformer,
  { open, openPage, openChanges, openRemoved, rememberer }: OpenEntries,
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
        // If the providers change before the commit, the entry is stale and must not be remembered.
        const remember = rememberer()
        const sealed = transformer.seal(write.value, write.key)
        const value = sealed instanceof Promise ? await sealed : sealed
        const entry = await store.commit({ ...write, value })
        return value === write.value ? entry : remember(entry, { ...entry, value: write.value })
      } catch (error) {
        if (!(error instanceof WriteConflict) || !error.current) throw error
        throw new WriteConflict(await open(error.current))
      }
    },

    watch: (...wanted) => openChanges(store.watch(...wanted)),
  }
}

type OpenEntries = ReturnType<typeof openEntries>
type Eventual<Value> = Value | Promise<Value>

function openEntries(transformer: ValueTransformer) {
  // An engine in memory returns the same entry for each read, so it is opened once.
  let opened = new WeakMap<StoredEntry, StoredEntry>()
  transformer.onChange(() => {
    opened = new WeakMap()
  })

  /** Returns a function that remembers opened entries until the providers change. */
  function rememberer() {
    const memory = opened
    return (entry: StoredEntry, open: StoredEntry): StoredEntry => {
      if (transformer.isKept(entry.key)) memory.set(entry, open)
      return open
    }
  }

  /** @throws CorruptValue, or rejects with it */
  function open(entry: StoredEntry): Eventual<StoredEntry> {
    const known = opened.get(entry)
    if (known) return known
    // The providers may change before a plug-in answers.
    const remember = rememberer()
    const finish = ({ value, isStale }: OpenedValue): StoredEntry => {
      if (value === entry.value && !isStale) return entry
      return remember(entry, { ...entry, value, ...(isStale && { isStale }) })
    }
    // The reason may hold details of keys and is for no client.
    try {
      const result = transformer.open(entry.value, entry.key)
      if (!(result instanceof Promise)) return finish(result)
      return result.then(finish, () => Promise.reject(new CorruptValue(entry)))
    } catch {
      throw new CorruptValue(entry)
    }
  }

  /** Returns the entry, or undefined if it cannot be read. */
  async function openIfReadable(entry: StoredEntry): Promise<StoredEntry | undefined> {
    try {
      return await open(entry)
    } catch (error) {
      if (error instanceof CorruptValue) return undefined
      throw error
    }
  }

  /** The removal has happened whether or not its value can be read. */
  const openRemoved = async (entry: StoredEntry): Promise<StoredEntry> =>
    (await openIfReadable(entry)) ?? { ...entry, value: Buffer.alloc(0) }

  async function openPage(page: RangePage, { skipsUnreadable }: RangeQuery): Promise<RangePage> {
    if (!skipsUnreadable) return { ...page, entries: await openAll(page.entries) }
    const last = page.entries.at(-1)?.key
    const entries: StoredEntry[] = []
    for (const entry of page.entries) {
      const readable = await openIfReadable(entry)
      if (readable) entries.push(readable)
    }
    return { ...page, entries, ...(last !== undefined && { last }) }
  }

  /** A plug-in is asked about one entry at a time. */
  async function openAll(entries: readonly StoredEntry[]): Promise<StoredEntry[]> {
    const all: StoredEntry[] = []
    for (const entry of entries) {
      const shown = open(entry)
      all.push(shown instanceof Promise ? await shown : shown)
    }
    return all
  }

  async function* openChanges(changes: AsyncIterable<StoreChange>) {
    for await (const change of changes) yield openChange(change)
  }

  async function openChange(change: StoreChange): Promise<StoreChange> {
    const entry = await open(change.entry)
    if (change.type === 'remove') return { ...change, entry, previous: await open(change.previous) }
    return { ...change, entry, previous: change.previous && (await open(change.previous)) }
  }

  return { open, openPage, openChanges, openRemoved, rememberer }
}
