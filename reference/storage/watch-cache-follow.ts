// Keeps a watch cache up to date with its store.

import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import type { Snapshot } from './snapshot.ts'
import { Compacted, CorruptValue, FutureRevision, type Key, Unavailable } from '../api/store.ts'
import type { Revision, Store, StoredEntry } from '../api/store.ts'
import { treePut, type Tree } from './tree.ts'
import type { CacheStep } from './watch-cache-snapshots.ts'
import { type CacheView, StoreWentBack } from './watch-cache-view.ts'

export type FollowOptions = {
  clock: { deadline(ms: number, stop: AbortSignal): AbortSignal }
  /** How long a change is held back before it is shown. */
  lagMs: number
  /** How long to wait before a failed store is called again. */
  retryMs: number
}

/**
 * Shows the contents of a store and then every change, until the signal fires or the store is
 * closed. While the store is unavailable, or holds a value that cannot be read, the view stays at
 * its position; when the changes since then are compacted or cannot be read, everything is loaded
 * again. Rejects with any other error of the store, which is a bug.
 * @throws StoreWentBack when the store has lost changes that were shown: to go on would mix two
 * histories
 */
export async function followStore(
  store: Store,
  view: CacheView,
  { clock, lagMs, retryMs, signal }: FollowOptions & { signal: AbortSignal },
): Promise<void> {
  const show = lagMs === 0 ? view.show : delayed(view.show, () => clock.deadline(lagMs, signal))
  let lastSeen: Revision | undefined
  const onStep = (step: CacheStep) => {
    lastSeen = step.revision
    show(step)
  }
  while (!signal.aborted) {
    try {
      lastSeen ??= await view.load(everythingIn(store, signal))
      const pass = (revision: Revision) => onStep({ revision })
      for await (const change of store.watch('', lastSeen, signal, pass)) {
        onStep({ revision: change.entry.revision, change })
      }
      // A watch ends without an error only when the store is closed.
      return view.end()
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof FutureRevision && lastSeen !== undefined)
        throw new StoreWentBack(lastSeen, error.newest)
      // An unavailable store comes back, and until then the view stays as it is. Callers that need
      // the store itself get the error from it.
      if (error instanceof Compacted || error instanceof CorruptValue) lastSeen = undefined
      else if (!(error instanceof Unavailable)) throw error
    }
    await fired(clock.deadline(retryMs, signal))
  }
}

/** Shows each step after a deadline that starts at its arrival, in the order of the steps. */
function delayed(
  show: (step: CacheStep) => void,
  deadline: () => AbortSignal,
): (step: CacheStep) => void {
  const kept: CacheStep[] = []
  return step => {
    kept.push(step)
    void fired(deadline()).then(() => {
      for (const due of kept.splice(0, kept.indexOf(step) + 1)) show(due)
    })
  }
}

async function fired(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}

// The number of keys per page when loading.
const loadSize = 500

async function everythingIn(store: Store, signal: AbortSignal): Promise<Snapshot> {
  let root: Tree<StoredEntry>
  let position: { revision?: Revision; after?: Key } = {}
  for (;;) {
    signal.throwIfAborted()
    const page = await store.range({ prefix: '', limit: loadSize, ...position })
    for (const entry of page.entries) root = treePut(root, entry.key, entry)
    const last = page.entries.at(-1)
    if (page.remaining === 0 || last === undefined) return { revision: page.revision, root }
    position = { revision: page.revision, after: last.key }
    await setImmediate()
  }
}
