// The states that a watch cache can still show: the newest one and a bounded number before it, with
// the changes between them.

import { isAtLeast } from '../api/list.ts'
import { revisionHistory } from './revision-history.ts'
import type { Snapshot } from './snapshot.ts'
import type { StoreChange, Revision } from '../api/store.ts'
import { treePut, treeRemove } from './tree.ts'

/** A change, or only the information that there are no other changes up to a revision. */
export type CacheStep = { readonly revision: Revision; readonly change?: StoreChange }

/** A window of recent snapshots. */
export type Snapshots = {
  newest(): Snapshot
  /** Returns the state at a revision; undefined when it is not (no longer, or not yet) known. */
  snapshotAt(revision: Revision): Snapshot | undefined
  /** Returns the first step after a known revision, or 'nothing yet'. */
  after(revision: Revision): CacheStep | 'unknown' | 'nothing yet'
  append(step: CacheStep): void
}

export type SnapshotLimits = {
  /** The maximum number of snapshots. */
  countMax: number
  /** The maximum size of the values that are kept only for snapshots before the newest. */
  bytesMax: number
}

type Version = Snapshot & {
  /** The change from the previous version. */
  readonly change?: StoreChange
  /** The total size of all values that were replaced or removed up to here. */
  readonly replacedBytes: number
}

/** Creates a window of snapshots. `append` costs O(log n), a lookup O(log of their count). */
export function snapshotWindow(first: Snapshot, { countMax, bytesMax }: SnapshotLimits): Snapshots {
  // Snapshots are numbered from 0, since revisions may have gaps.
  const versions = revisionHistory<Version>(0, { ...first, replacedBytes: 0 })
  const newest = () => versions.versionAt(versions.newest())

  function add(version: Version): void {
    versions.append(version)
    let keep = Math.max(versions.oldest(), versions.newest() - countMax + 1)
    const isTooLarge = () =>
      version.replacedBytes - versions.versionAt(keep).replacedBytes > bytesMax
    while (keep < versions.newest() && isTooLarge()) keep += 1
    versions.dropBefore(keep)
  }

  /** Returns the number of the last snapshot that is not after a known revision. */
  function lastUpTo(revision: Revision): number {
    let low = versions.oldest()
    let high = versions.newest()
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (isAtLeast(revision, versions.versionAt(middle).revision)) low = middle
      else high = middle - 1
    }
    return low
  }

  const isKnown = (revision: Revision) =>
    isAtLeast(revision, versions.versionAt(versions.oldest()).revision) &&
    isAtLeast(newest().revision, revision)

  return {
    newest,

    snapshotAt(revision) {
      return isKnown(revision) ? { ...versions.versionAt(lastUpTo(revision)), revision } : undefined
    },

    after(revision) {
      if (!isKnown(revision)) return 'unknown'
      const next = lastUpTo(revision) + 1
      return next > versions.newest() ? 'nothing yet' : versions.versionAt(next)
    },

    append({ revision, change }) {
      const { root, replacedBytes } = newest()
      if (change === undefined) {
        if (!isAtLeast(newest().revision, revision)) add({ revision, root, replacedBytes })
        return
      }
      const { type, entry, previous } = change
      add({
        revision,
        root: type === 'put' ? treePut(root, entry.key, entry) : treeRemove(root, entry.key),
        replacedBytes: replacedBytes + (previous?.value.length ?? 0),
        change,
      })
    },
  }
}
