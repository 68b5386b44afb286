// The data of each revision of a store in memory, and the transition from one to the next.

import assert from 'node:assert/strict'
import type { RevisionHistory } from './revision-history.ts'
import {
  type StoreChange,
  WriteConflict,
  type Guard,
  type Revision,
  type StoredEntry,
  type StoreWrite,
} from '../api/store.ts'
import { treeGet, treePut, treeRemove, type Tree } from './tree.ts'

/** The state at one revision. */
export type StoreVersion = {
  readonly revision: number
  readonly root: Tree<StoredEntry>
  /** Milliseconds on the store's clock. */
  readonly committedAt: number
  /**
   * The total size of all values that were replaced or removed up to here, since the store was
   * created.
   */
  readonly replacedBytes: number
  /** The change from the previous version; the first version has none. */
  readonly change: StoreChange | undefined
}

export const revisionOf = (revision: number) => String(revision) as Revision

/** Returns a version without any keys. */
export const emptyVersion = (revision: number, committedAt: number): StoreVersion => ({
  revision,
  root: undefined,
  committedAt,
  replacedBytes: 0,
  change: undefined,
})

/**
 * Returns the version after a write that is committed at `now`, or the conflict that forbids it.
 */
export function applyWrite(
  tip: StoreVersion,
  write: StoreWrite,
  now: number,
): StoreVersion | WriteConflict {
  const previous = treeGet(tip.root, write.key)
  if (!holds(write.guard, previous)) return new WriteConflict(previous)
  return applyChange(tip, changeOf(write, previous, revisionOf(tip.revision + 1)), now)
}

/** Returns the version after a change of `tip`. */
export function applyChange(tip: StoreVersion, change: StoreChange, now: number): StoreVersion {
  const { entry, previous } = change
  return {
    revision: Number(entry.revision),
    root:
      change.type === 'put' ? treePut(tip.root, entry.key, entry) : treeRemove(tip.root, entry.key),
    // The clock of a machine may be set back, but the window relies on the order of the times.
    committedAt: Math.max(now, tip.committedAt),
    replacedBytes: tip.replacedBytes + (previous?.value.length ?? 0),
    change,
  }
}

const holds = (guard: Guard, current: StoredEntry | undefined) =>
  'absent' in guard ? current === undefined : current?.revision === guard.basedOn

function changeOf(
  write: StoreWrite,
  previous: StoredEntry | undefined,
  revision: Revision,
): StoreChange {
  if ('value' in write) {
    return { type: 'put', entry: { key: write.key, revision, value: write.value }, previous }
  }
  assert(previous !== undefined)
  return { type: 'remove', entry: { ...previous, revision }, previous }
}

/** Limits how long, how many and how large superseded versions are kept. */
export type RetentionWindow = {
  supersededSince: number
  historyMax: number
  historyBytesMax: number
}

/**
 * Returns the oldest revision inside the window. A version stays for the whole window after the
 * next one has superseded it. So the newest is always inside, and a reader that keeps up never
 * loses its position.
 */
export function oldestRetainedRevision(
  versions: RevisionHistory<StoreVersion>,
  window: RetentionWindow,
): number {
  let low = Math.max(versions.oldest(), versions.newest() - window.historyMax + 1)
  let high = versions.newest()
  const { replacedBytes } = versions.versionAt(high)
  const isKept = (revision: number) =>
    versions.versionAt(revision + 1).committedAt >= window.supersededSince &&
    replacedBytes - versions.versionAt(revision).replacedBytes <= window.historyBytesMax
  // Most calls have nothing to drop.
  if (low === high || isKept(low)) return low
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (isKept(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/**
 * Returns the revisions whose values no reader can request once this version is the oldest: the
 * value that it replaced or removed, and then the removal itself.
 */
export function unneededRevisionsAt({ change, revision }: StoreVersion): number[] {
  const replaced = change?.previous === undefined ? [] : [Number(change.previous.revision)]
  return change?.type === 'remove' ? [...replaced, revision] : replaced
}
