// The contents that a watch cache shows, and the readers that wait for later ones.

import assert from 'node:assert/strict'
import { isAtLeast } from '../api/list.ts'
import type { Snapshot } from './snapshot.ts'
import type { Revision } from '../api/store.ts'
import {
  type SnapshotLimits,
  type Snapshots,
  snapshotWindow,
  type CacheStep,
} from './watch-cache-snapshots.ts'

/** The contents of a watch cache, and the readers that wait for a revision. */
export type CacheView = {
  /** Returns the loaded snapshots. Waits for the first load, and rejects if it does. */
  loadedSnapshots(): Promise<Snapshots>
  /** Replaces all contents. Rejects if `everything` does. @throws StoreWentBack */
  load(everything: Promise<Snapshot>): Promise<Revision>
  show(step: CacheStep): void
  isShown(revision: Revision): boolean
  /**
   * Waits until a revision is shown. Resolves to false when the signal fires or the view ends
   * first.
   */
  waitFor(revision: Revision, signal: AbortSignal): Promise<boolean>
  end(): void
}

/**
 * The store has lost changes that were already shown, for example after a restore from an old
 * backup.
 */
export class StoreWentBack extends Error {
  override name = 'StoreWentBack'

  constructor(shown: Revision, newest: Revision) {
    super(`the store went back: expected revision ${shown} or later, got ${newest}`)
  }
}

type Wait = { revision: Revision; wake(isShown: boolean): void }

/** Creates a view without contents. */
export function emptyCacheView(limits: SnapshotLimits): CacheView {
  const waiting = new Set<Wait>()
  let loading: Promise<Snapshots> | undefined
  let shown: Snapshots | undefined
  let hasEnded = false

  const isShown = (revision: Revision) =>
    shown !== undefined && isAtLeast(shown.newest().revision, revision)

  function wakeReaders(): void {
    for (const wait of waiting) if (isShown(wait.revision)) wait.wake(true)
  }

  function shownLater(revision: Revision, signal: AbortSignal): Promise<boolean> {
    return new Promise(resolve => {
      const end = () => wait.wake(false)
      const wait: Wait = {
        revision,
        wake(isReached) {
          waiting.delete(wait)
          signal.removeEventListener('abort', end)
          resolve(isReached)
        },
      }
      waiting.add(wait)
      signal.addEventListener('abort', end)
    })
  }

  return {
    async loadedSnapshots() {
      const known = shown ?? (await loading)
      assert(known !== undefined, 'a view is asked only when its first load has begun')
      return known
    },

    async load(everything) {
      loading = everything.then(first => snapshotWindow(first, limits))
      const loaded = await loading
      const { revision } = loaded.newest()
      const before = shown?.newest().revision
      if (before !== undefined && !isAtLeast(revision, before)) {
        throw new StoreWentBack(before, revision)
      }
      shown = loaded
      wakeReaders()
      return revision
    },

    show(step) {
      // Steps that precede the last load are part of it.
      if (hasEnded || shown === undefined || isShown(step.revision)) return
      shown.append(step)
      wakeReaders()
    },

    isShown,

    async waitFor(revision, signal) {
      if (isShown(revision)) return true
      return !hasEnded && !signal.aborted && shownLater(revision, signal)
    },

    end() {
      hasEnded = true
      for (const wait of waiting) wait.wake(false)
    },
  }
}
