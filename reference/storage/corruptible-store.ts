// Makes values of a store unreadable, as after a lost key or a damaged disk. Used by tests of a
// server on such a store (DEL-018 to DEL-025).

import {
  CorruptValue,
  type Key,
  type RangePage,
  type Store,
  type StoredEntry,
} from '../api/store.ts'

/** A store whose values tests can make unreadable. */
export type CorruptibleStore = {
  /** Reads of a corrupted value reject with CorruptValue; all else works as in the given store. */
  readonly store: Store
  /** Makes the value under a key unreadable until the next write of that key. */
  readonly corrupt: (key: Key) => void
}

export function corruptibleStore(store: Store): CorruptibleStore {
  const corrupted = new Set<Key>()

  function readable(entry: StoredEntry): StoredEntry {
    if (corrupted.has(entry.key)) throw new CorruptValue(entry)
    return entry
  }

  function readablePage(page: RangePage): RangePage {
    if (corrupted.size > 0) page.entries.forEach(readable)
    return page
  }

  return {
    store: {
      ...store,
      async get(key) {
        const entry = await store.get(key)
        return entry && readable(entry)
      },
      range: async range => readablePage(await store.range(range)),
      async commit(write) {
        const entry = await store.commit(write)
        corrupted.delete(write.key)
        return entry
      },
    },
    corrupt: key => {
      corrupted.add(key)
    },
  }
}
