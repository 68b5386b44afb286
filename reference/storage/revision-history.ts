// The versions that a store in memory keeps: one for each revision of the window, without gaps.

import assert from 'node:assert/strict'

// Versions are stored in blocks of consecutive revisions, so that whole blocks are dropped with the
// oldest revisions: no version is moved, and only the first remaining block is partly cleared.
const blockSize = 1024

/** A run of consecutive revisions: grows at the newest end, shrinks at the oldest. */
export type RevisionHistory<V> = {
  oldest(): number
  newest(): number
  /** Returns the version of a revision from `oldest()` to `newest()`. */
  versionAt(revision: number): V
  append(version: V): void
  /** Drops the versions before `keep`, but never the newest. */
  dropBefore(keep: number): void
}

/** Creates a history of one version. */
export function revisionHistory<V>(firstRevision: number, first: V): RevisionHistory<V> {
  const blocks = new Map<number, (V | undefined)[]>([[0, [first]]])
  let oldest = firstRevision
  let newest = firstRevision

  const blockOf = (revision: number) => Math.floor((revision - firstRevision) / blockSize)
  const placeOf = (revision: number) => (revision - firstRevision) % blockSize

  function versionAt(revision: number): V {
    assert(oldest <= revision && revision <= newest, `revision ${revision} is not kept`)
    const version = blocks.get(blockOf(revision))?.[placeOf(revision)]
    assert(version !== undefined)
    return version
  }

  function append(version: V) {
    newest += 1
    const block = blocks.get(blockOf(newest))
    if (block === undefined) blocks.set(blockOf(newest), [version])
    else block.push(version)
  }

  function dropBefore(keep: number) {
    const kept = Math.min(keep, newest)
    if (kept <= oldest) return
    for (let block = blockOf(oldest); block < blockOf(kept); block++) blocks.delete(block)
    const emptiedFrom = blockOf(oldest) === blockOf(kept) ? placeOf(oldest) : 0
    blocks.get(blockOf(kept))?.fill(undefined, emptiedFrom, placeOf(kept))
    oldest = kept
  }

  return { oldest: () => oldest, newest: () => newest, versionAt, append, dropBefore }
}
