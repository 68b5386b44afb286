// The durable engine: a store in memory whose journal is an LMDB file in a data directory.

import { openDataFile } from './lmdb-file.ts'
import { lmdbJournal } from './lmdb-journal.ts'
import { type MemoryStoreOptions, memoryStore } from './memory.ts'
import type { Store } from '../api/store.ts'

export { UnusableDirectory as Unusable } from './data-directory.ts'

export type LmdbStoreOptions = Omit<MemoryStoreOptions, 'journal' | 'clock'> & {
  /**
   * Made when it is not there, its parents too. One process at a time can use it, and only the
   * user of that process can read it: an older directory with a wider mode is closed to others.
   */
  directory: string
  /** Milliseconds since 1970, since times are kept over restarts. It may be set back. */
  clock: { now(): number }
}

/**
 * Opens the durable store of a data directory. What a commit resolved for is on the disk, and
 * neither the death of the process nor the loss of power takes it back. Reads come from memory,
 * which holds all values. When the disk is full or fails, commits reject with Unavailable and
 * reading goes on; after a failure other than a full disk nothing is written until it is opened
 * again.
 *
 * @throws UnusableDirectory when the directory is in use, cannot be written to, is of another
 * format or damaged; it says what was expected where, and what is there
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
