// Runs writers and watches on one store while a generated list of delays decides the order in which
// their awaits continue. The same list gives the same order on an engine without I/O.

import type { Parts } from '../parts/parts.ts'
import {
  WriteConflict,
  type Key,
  type Revision,
  type Store,
  type WatchCache,
} from '../api/store.ts'
import { changeFeeds } from '../verbs/watch/feed.ts'
import { defaultParts } from './default-parts.ts'
import { type Delay, delayedStore, delaySequence } from './test-delays.ts'
import type { RecordedChange } from './test-watch-law.ts'
import { runWatcher, type WatcherPlan } from './test-watcher.ts'

type WriteStep = { readonly name: string; readonly remove: boolean } | 'tick'

export type Interleaving = {
  readonly writers: readonly (readonly WriteStep[])[]
  readonly watchers: readonly WatcherPlan[]
  /** The number of microtask turns of each await, in a cycle. */
  readonly delays: readonly number[]
}

/** An engine under test, and the cache that a server uses with it. */
export type InterleavedEngine = {
  readonly store: Store
  readonly cacheOf: (store: Store) => WatchCache
  /** How long to wait for I/O of the engine; 0 for an engine without I/O. */
  readonly waitMs: number
}

let runs = 0

/**
 * Performs an interleaving. Returns the events that a watch missed, repeated or invented, one line
 * each.
 */
export async function performInterleaving(
  plan: Interleaving,
  engine: InterleavedEngine,
): Promise<string[]> {
  const over = new AbortController()
  const delay = delaySequence(plan.delays)
  const store = delayedStore(engine.store, { delay, signal: over.signal })
  const cache = engine.cacheOf(store)
  const parts = partsOn(store, cache)
  const prefix = `run-${++runs}/r/`
  const after = await engine.store.revision()
  const clients = plan.watchers.map(watcher => runWatcher({ watcher, prefix, parts, delay, over }))
  try {
    await Promise.all([
      ...plan.writers.map(steps => write({ steps, prefix, parts, delay })),
      ...clients.map(one => one.opened),
    ])
    const newestStart = clients.reduce((most, { startsAt }) => larger(most, startsAt()), 0n)
    await finish(engine.store, { prefix, newestStart })
    const changes = await changesSince(engine.store, { prefix, after })
    await Promise.all(clients.map(one => one.caughtUp(changes, engine.waitMs)))
    return clients.flatMap(one => one.faults(changes))
  } finally {
    over.abort()
    await Promise.all(clients.map(one => one.ended))
    await cache.close()
  }
}

const base = defaultParts()

// Small limits, so that a few writes reach each way of catching up.
const limits = { ...base.limits, backlogChangesMax: 6, scanKeys: 2 }

const partsOn = (store: Store, cache: WatchCache): Parts => ({
  ...base,
  store,
  watchCache: cache,
  limits,
  changeFeedOf: changeFeeds(limits),
})

type Writing = {
  readonly steps: readonly WriteStep[]
  readonly prefix: string
  readonly parts: Parts
  readonly delay: Delay
}

async function write({ steps, prefix, parts, delay }: Writing): Promise<void> {
  for (const step of steps) {
    await delay()
    if (step === 'tick') parts.clock.advance(parts.limits.bookmarkMs)
    else await writeOne(parts.store, keyIn(prefix, step.name), step.remove)
  }
}

async function writeOne(store: Store, key: Key, isRemoval: boolean): Promise<Revision | undefined> {
  const current = await store.get(key)
  if (!current && isRemoval) return undefined
  const guard = current ? { basedOn: current.revision } : { absent: true as const }
  try {
    const { revision } =
      current && isRemoval
        ? await store.commit({ key, guard: { basedOn: current.revision }, remove: true })
        : await store.commit({ key, guard, value: Buffer.from('{}') })
    return revision
  } catch (error) {
    if (error instanceof WriteConflict) return undefined
    throw error
  }
}

const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other)

/** Writes until the newest start has passed, and then one change that each scope must show. */
async function finish(
  store: Store,
  { prefix, newestStart }: { prefix: string; newestStart: bigint },
): Promise<void> {
  while (BigInt(await store.revision()) <= newestStart) await writeOne(store, keyIn(prefix), false)
  for (const name of ['a/x', 'b/x']) await writeOne(store, keyIn(prefix, name), false)
}

const keyIn = (prefix: string, name = 'b/filler') => `${prefix}${name}` as Key

/**
 * Returns the changes from the history of the engine, which nothing between it and a watch can
 * hide.
 */
async function changesSince(
  store: Store,
  { prefix, after }: { prefix: string; after: Revision },
): Promise<RecordedChange[]> {
  const last = await store.revision()
  const happened: RecordedChange[] = []
  const enough = new AbortController()
  for await (const { type, entry } of store.watch('', after, enough.signal)) {
    const isInside = entry.key.startsWith(prefix)
    if (isInside)
      happened.push({ type, name: entry.key.slice(prefix.length), revision: entry.revision })
    if (entry.revision === last) break
  }
  return happened
}
