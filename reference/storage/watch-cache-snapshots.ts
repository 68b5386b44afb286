// The states that a watch cache can still show: the newest one, and a bounded number before it.

import { isAtLeast } from '../api/list.ts'
import { history } from './history.ts'
import type { Change, Page, Range, Revision, Stored } from './storage.ts'
import { countWhile, put, remove, slice, type Tree } from './tree.ts'

/** Everything that a store held at a revision. */
export type Snapshot = { readonly revision: Revision; readonly root: Tree<Stored> }

export type Snapshots = {
  newest(): Snapshot
  /** What was true at a revision; undefined when that is not (or no longer, or not yet) known. */
  at(revision: Revision): Snapshot | undefined
  append(change: Change): void
  /** Nothing has changed up to a revision. */
  pass(revision: Revision): void
}

export type SnapshotLimits = {
  /** The most snapshots that are kept. */
  countMax: number
  /** The most bytes of values that are kept only for snapshots before the newest. */
  bytesMax: number
}

type Version = Snapshot & {
  /** The bytes of all values that were replaced or removed up to here. */
  readonly replacedBytes: number
}

/** The snapshots from a first one on. To append costs O(log n), to find one O(log of their count). */
export function snapshots(first: Snapshot, { countMax, bytesMax }: SnapshotLimits): Snapshots {
  // They are numbered from 0, since revisions may have gaps.
  const versions = history<Version>(0, { ...first, replacedBytes: 0 })
  const newest = () => versions.at(versions.newest())

  function add(version: Version): void {
    versions.append(version)
    let keep = Math.max(versions.oldest(), versions.newest() - countMax + 1)
    const isTooLarge = () => version.replacedBytes - versions.at(keep).replacedBytes > bytesMax
    while (keep < versions.newest() && isTooLarge()) keep += 1
    versions.dropBefore(keep)
  }

  /** The number of the last snapshot that is not after a revision which is held. */
  function lastUpTo(revision: Revision): number {
    let low = versions.oldest()
    let high = versions.newest()
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (isAtLeast(revision, versions.at(middle).revision)) low = middle
      else high = middle - 1
    }
    return low
  }

  return {
    newest,

    at(revision) {
      const isKnown =
        isAtLeast(revision, versions.at(versions.oldest()).revision) &&
        isAtLeast(newest().revision, revision)
      return isKnown ? { ...versions.at(lastUpTo(revision)), revision } : undefined
    },

    append({ type, entry, previous }) {
      const { root, replacedBytes } = newest()
      add({
        revision: entry.revision,
        root: type === 'put' ? put(root, entry.key, entry) : remove(root, entry.key),
        replacedBytes: replacedBytes + (previous?.value.length ?? 0),
      })
    },

    pass(revision) {
      if (!isAtLeast(newest().revision, revision)) add({ ...newest(), revision })
    },
  }
}

/** Reads one page of a snapshot. O(log n + limit). */
export function pageOf({ revision, root }: Snapshot, { prefix, after, limit }: Range): Page {
  const isBefore = (key: string) => key < prefix || (after !== undefined && key <= after)
  const isInOrBefore = (key: string) => key < prefix || key.startsWith(prefix)
  const end = countWhile(root, isInOrBefore)
  const start = Math.min(countWhile(root, isBefore), end)
  const entries = slice(root, start, limit === undefined ? end : Math.min(start + limit, end))
  return { revision, entries, remaining: end - start - entries.length }
}
