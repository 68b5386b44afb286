// Values that cannot be read any more, as after a lost key or a damaged disk: what a test of a
// server on such a store needs, and nothing else (DEL-018 to DEL-025).

import { Corrupt, type Key, type Page, type Store, type Stored } from './storage.ts'

export type Corruptible = {
  /** Reads of a spoiled value reject with Corrupt; everything else is as before. */
  readonly store: Store
  /** Makes the value under a key unreadable, until something else is stored there. */
  readonly spoil: (key: Key) => void
}

export function corruptible(store: Store): Corruptible {
  const spoiled = new Set<Key>()

  function readable(entry: Stored): Stored {
    if (spoiled.has(entry.key)) throw new Corrupt(entry)
    return entry
  }

  function readablePage(page: Page): Page {
    if (spoiled.size > 0) page.entries.forEach(readable)
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
        spoiled.delete(write.key)
        return entry
      },
    },
    spoil: key => {
      spoiled.add(key)
    },
  }
}
