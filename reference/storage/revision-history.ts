// The versions a memory store still keeps: one for each revision of the window, without gaps.

import assert from 'node:assert/strict'

// Versions are kept in blocks of consecutive revisions, so that forgetting the oldest ones drops
// whole blocks: no version is moved, and of the block where the rest begins a part is emptied.
const blockSize = 1024

/** A run of consecutive revisions: grows at the newest end, is forgotten from the oldest. */
export type RevisionHistory<V> = {
  oldest(): number
  newest(): number
  /** The version of a revision from `oldest()` to `newest()`. */
  at(revision: number): V
  append(version: V): void
  /** Forgets versions before `keep`; the newest stays. */
  dropBefore(keep: number): void
}

/** A history of one version. */
export function revisionHistory<V>(firstRevision: number, first: V): RevisionHistory<V> {
  const blocks = new Map<number, (V | undefined)[]>([[0, [first]]])
  let oldest = firstRevision
  let newest = firstRevision

  const blockOf = (revision: number) => Math.floor((revision - firstRevision) / blockSize)
  const placeOf = (revision: number) => (revision - firstRevision) % blockSize

  function at(revision: number): V {
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

  return { oldest: () => oldest, newest: () => newest, at, append, dropBefore }
}
