// The engine without a disk: every commit makes a new root of a persistent tree, and the roots of
// the recent past are the snapshots that can still be read.

import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import { groupCommit } from './group-commit.ts'
import { revisionHistory } from './revision-history.ts'
import type { Journal } from './journal.ts'
import { type ReplayResult, replayJournal } from './replay-journal.ts'
import { readSnapshotPage } from './snapshot.ts'
import {
  Compacted,
  WriteConflict,
  FutureRevision,
  type Key,
  type Revision,
  type Store,
} from '../api/store.ts'
import { treeGet } from './tree.ts'
import {
  emptyVersion,
  oldestRetainedRevision,
  revisionOf,
  unneededRevisionsAt,
  type StoreVersion,
  applyWrite,
} from './store-versions.ts'

export type MemoryStoreOptions = {
  /** Milliseconds; only differences matter, so any origin works. */
  clock: { now(): number }
  /** How long a snapshot can be read after it was superseded. */
  historyMs: number
  /**
   * The maximum number of snapshots kept within that time; half a million unless set. Apart from
   * its value, a snapshot takes about 1.3 KB when the store holds 100,000 keys.
   */
  historyMax?: number
  /**
   * The maximum size of the values that are kept only for those snapshots; 256 MiB unless set.
   * Values of the newest snapshot do not count.
   */
  historyBytesMax?: number
  /** The revision of the empty store; 1 unless set, since clients read 0 as "any version". */
  firstRevision?: number
  /** Persists changes before they become visible; no persistence unless set. */
  journal?: Journal
}

/**
 * A reader that waits for the next change under a prefix; `wake` gets the revision of the change.
 */
type Wait = { prefix: string; wake(revision: number | undefined): void }

// A reader with a rare prefix scans the log in steps of this size and yields to the event loop
// after each.
const scanSize = 4096

// The maximum number of unneeded revisions that one write removes from the disk, apart from two per
// change, so that a write after a long pause does not pay for all revisions that have expired
// since.
const forgottenMax = 1000

/**
 * Creates a store in memory. A commit is O(log n), a range O(log n + limit), for every snapshot.
 */
export function memoryStore(options: MemoryStoreOptions): Store {
  const { clock, historyMs, historyMax = 500_000, firstRevision = 1, journal } = options
  const { historyBytesMax = 256 * 1024 * 1024 } = options
  const { versions, unneeded } =
    journal === undefined
      ? begin(emptyVersion(firstRevision, clock.now()))
      : replayJournal(journal.contents)
  const waiting = new Set<Wait>()
  let compactedBefore = journal?.contents.compactedBefore ?? firstRevision
  let isClosed = false
  // The newest version, including versions that the journal is still persisting.
  let tip = versions.versionAt(versions.newest())

  const newestVersion = () => versions.versionAt(versions.newest())

  const commits =
    journal &&
    groupCommit<StoreVersion>({
      persist: staged => keep(journal, staged),
      publish,
      discard() {
        tip = newestVersion()
      },
    })

  function open(): void {
    assert(!isClosed, 'the store is closed')
    forget()
  }

  function forget(): void {
    const supersededSince = clock.now() - historyMs
    const kept = oldestRetainedRevision(versions, { supersededSince, historyMax, historyBytesMax })
    if (journal !== undefined) {
      for (let revision = versions.oldest() + 1; revision <= kept; revision++) {
        unneeded.push(...unneededRevisionsAt(versions.versionAt(revision)))
      }
    }
    versions.dropBefore(kept)
  }

  async function keep(to: Journal, staged: StoreVersion[]): Promise<void> {
    const changes = staged.flatMap(({ change, committedAt }) =>
      change === undefined ? [] : [{ change, committedAt }],
    )
    const forgotten = unneeded.slice(0, forgottenMax + 2 * changes.length)
    await to.append({ changes, forgotten, oldest: versions.oldest(), compactedBefore })
    unneeded.splice(0, forgotten.length)
  }

  function snapshot(revision: Revision | undefined): StoreVersion {
    return revision === undefined ? newestVersion() : versions.versionAt(readable(revision))
  }

  /** Returns the number of a committed revision. @throws FutureRevision */
  function committed(revision: Revision): number {
    assert(/^\d+$/.test(revision), `a revision is a decimal number, got ${revision}`)
    if (Number(revision) > versions.newest())
      throw new FutureRevision(revisionOf(versions.newest()))
    return Number(revision)
  }

  /** Returns the number of a revision whose snapshot is kept. @throws Compacted, FutureRevision */
  function readable(revision: Revision): number {
    const oldest = Math.max(compactedBefore, versions.oldest())
    if (committed(revision) < oldest) throw new Compacted(revisionOf(oldest))
    return committed(revision)
  }

  const isPublished = (key: Key) => treeGet(tip.root, key) === treeGet(newestVersion().root, key)

  function publish(version: StoreVersion): void {
    versions.append(version)
    forget()
    const key = version.change?.entry.key
    for (const wait of waiting) {
      if (key?.startsWith(wait.prefix)) wait.wake(version.revision)
    }
  }

  async function* follow(prefix: string, after: number, signal: AbortSignal) {
    let seen = after
    while (!signal.aborted && !isClosed) {
      if (seen === versions.newest()) {
        // Changes that were made while waiting are not under the prefix, or they would have woken
        // this reader.
        const revision = await nextUnder(prefix, signal)
        if (revision === undefined) return
        seen = revision - 1
      }
      if (seen < versions.oldest()) throw new Compacted(revisionOf(versions.oldest()))
      seen += 1
      const { change } = versions.versionAt(seen)
      assert(change !== undefined)
      if (change.entry.key.startsWith(prefix)) yield change
      else if (seen % scanSize === 0) await setImmediate()
    }
  }

  /**
   * Resolves to the revision of the next change under a prefix; undefined when the watch ends
   * first.
   */
  function nextUnder(prefix: string, signal: AbortSignal): Promise<number | undefined> {
    return new Promise(resolve => {
      const end = () => wait.wake(undefined)
      const wait: Wait = {
        prefix,
        wake(revision) {
          waiting.delete(wait)
          signal.removeEventListener('abort', end)
          resolve(revision)
        },
      }
      waiting.add(wait)
      signal.addEventListener('abort', end)
    })
  }

  return {
    async get(key) {
      open()
      return treeGet(newestVersion().root, key)
    },

    async range(range) {
      open()
      const { revision, root } = snapshot(range.revision)
      return readSnapshotPage({ revision: revisionOf(revision), root }, range)
    },

    async commit(write) {
      open()
      let version = applyWrite(tip, write, clock.now())
      while (version instanceof WriteConflict) {
        // A conflict must not be based on a change that is not persisted yet and may still be
        // discarded.
        if (commits === undefined || isPublished(write.key)) throw version
        await commits.whenIdle()
        open()
        version = applyWrite(tip, write, clock.now())
      }
      tip = version
      if (commits === undefined) publish(version)
      else await commits.add(version)
      assert(version.change !== undefined)
      return version.change.entry
    },

    async revision() {
      open()
      return revisionOf(versions.newest())
    },

    watch(prefix, after, signal) {
      open()
      // The position is checked here and not at the first read, so that a refusal reflects the
      // moment of the call.
      try {
        return follow(prefix, readable(after), signal)
      } catch (refusal) {
        return rejecting(refusal)
      }
    },

    // Only reads of earlier snapshots are refused immediately. A running watch may still need the
    // changes before `keep`, so they stay in memory until the window passes them.
    async compact(keep) {
      open()
      compactedBefore = Math.max(compactedBefore, committed(keep))
      await commits?.sync()
    },

    async checkWritable() {
      open()
      await journal?.checkWritable()
    },

    async close() {
      isClosed = true
      for (const wait of waiting) wait.wake(undefined)
      await commits?.whenIdle()
      await journal?.close()
    },
  }
}

const begin = (first: StoreVersion): ReplayResult => ({
  versions: revisionHistory(first.revision, first),
  unneeded: [],
})

const rejecting = (refusal: unknown): AsyncIterable<never> => ({
  [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(refusal) }),
})
