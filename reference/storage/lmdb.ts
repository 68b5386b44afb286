// The durable engine: a store in memory whose journal is an LMDB file in a data directory.

import { openDataFile } from './lmdb-file.ts'
import { lmdbJournal } from './lmdb-journal.ts'
import { type MemoryStoreOptions, memoryStore } from './memory.ts'
import type { Store } from '../api/store.ts'

export { UnusableDirectory } from './data-directory.ts'

export type LmdbStoreOptions = Omit<MemoryStoreOptions, 'journal' | 'clock'> & {
  /**
   * Created if missing, with its parents. Only one process at a time can use it, and only the user
   * of that process can read it: the mode of an existing directory is restricted.
   */
  directory: string
  /** Milliseconds since 1970, since times are stored across restarts. It may be set back. */
  clock: { now(): number }
}

/**
 * Opens the durable store of a data directory. A resolved commit is on the disk and survives the
 * end of the process and a power failure. Reads are served from memory, which holds all values.
 * When the disk is full or fails, commits reject with Unavailable and reads still work; after any
 * failure but a full disk, nothing is written until the store is opened again.
 *
 * @throws UnusableDirectory when the directory is in use, cannot be written to, has another format
 * or is damaged; its message names the place, the expected and the actual content
 */
export async function openLmdbStore(options: LmdbStoreOptions): Promise<Store> {
  const file = await openDataFile(options.directory, options.firstRevision ?? 1)
  try {
    return memoryStore({ ...options, journal: lmdbJournal(file) })
  } catch (refusal) {
    await file.close()
    throw refusal
  }
}
