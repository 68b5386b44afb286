// Yields the changes of a watch cache: those that it still holds, and older ones from the store.

import type { StoreChange, Revision, Store } from '../api/store.ts'
import type { CacheView } from './watch-cache-view.ts'

type Source = { store: Store; view: CacheView }

type Wanted = {
  prefix: string
  after: Revision
  signal: AbortSignal
  pass: ((revision: Revision) => void) | undefined
}

/**
 * Yields every change under a prefix after a revision, once it is shown.
 * @throws as the store's watch
 */
export async function* cachedChanges(
  { store, view }: Source,
  { prefix, after, signal, pass }: Wanted,
): AsyncGenerator<StoreChange, void> {
  let position: Revision | undefined = after
  while (position !== undefined && !signal.aborted) {
    const step = (await view.loadedSnapshots()).after(position)
    if (step === 'unknown') {
      position = yield* stored({ store, view }, { prefix, after: position, signal, pass })
    } else if (step === 'nothing yet') {
      if (!(await view.waitFor(laterThan(position), signal))) return
    } else {
      position = step.revision
      if (step.change?.entry.key.startsWith(prefix)) yield step.change
      else pass?.(position)
    }
  }
}

/**
 * Yields changes from the store, none before it is shown, until the view knows the next change.
 * Returns the position there, or undefined when the store ends.
 */
async function* stored(
  { store, view }: Source,
  { prefix, after, signal, pass }: Wanted,
): AsyncGenerator<StoreChange, Revision | undefined> {
  const enough = new AbortController()
  const over = AbortSignal.any([signal, enough.signal])
  let position = after
  const isKnown = async () => (await view.loadedSnapshots()).after(position) !== 'unknown'
  const passed = async (revision: Revision) => {
    if (!(await view.waitFor(revision, over))) return
    pass?.(revision)
    if (BigInt(revision) > BigInt(position)) position = revision
    if (await isKnown()) enough.abort()
  }
  for await (const change of store.watch(prefix, after, over, one => void passed(one))) {
    if (!(await view.waitFor(change.entry.revision, signal))) return undefined
    position = change.entry.revision
    yield change
    if (await isKnown()) return position
  }
  return enough.signal.aborted ? position : undefined
}

const laterThan = (revision: Revision) => String(BigInt(revision) + 1n) as Revision
