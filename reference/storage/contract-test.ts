// What the topics of the storage contract share.

import assert from 'node:assert/strict'
import {
  type Change,
  Conflict,
  type Key,
  type Revision,
  type Store,
  type Stored,
} from './storage.ts'

/** One promise of every engine. Its title is its name in the skips of an engine. */
export type ContractTest = { title: string; run(open: OpenStore): Promise<void> }

/** Opens an empty store of its own. */
export type OpenStore = () => Promise<Store>

/** A test over one store, which is closed afterwards. */
export const promise = (title: string, run: (store: Store) => Promise<void>): ContractTest => ({
  title,
  run: open => onStore(open, run),
})

export async function onStore(open: OpenStore, run: (store: Store) => Promise<void>) {
  const store = await open()
  try {
    await run(store)
  } finally {
    await store.close()
  }
}

export const key = (text: string) => text as Key

export const create = (store: Store, name: string, text: string): Promise<Stored> =>
  store.commit({ key: key(name), guard: { absent: true }, value: Buffer.from(text) })

export const update = (store: Store, { key, revision }: Stored, text: string): Promise<Stored> =>
  store.commit({ key, guard: { basedOn: revision }, value: Buffer.from(text) })

export const remove = (store: Store, { key, revision }: Stored): Promise<Stored> =>
  store.commit({ key, guard: { basedOn: revision }, remove: true })

/** The refusal of a write that must not succeed. */
export async function refusalOf(write: Promise<Stored>): Promise<Conflict> {
  const refusal = await write.then(
    () => undefined,
    (error: unknown) => error,
  )
  assert(refusal instanceof Conflict, `expected a Conflict, got ${String(refusal)}`)
  return refusal
}

export const textsOf = (entries: Stored[]) =>
  entries.map(({ key, value }) => `${key}=${value.toString()}`)

export const isBefore = (a: Revision, b: Revision) => BigInt(a) < BigInt(b)

/** A revision that no write has reached yet. */
export const laterThan = (revision: Revision) => String(BigInt(revision) + 1000n) as Revision

/** A reader of one watch; ends it when `stop` is called. */
export function reader(store: Pick<Store, 'watch'>, prefix: string, after: Revision) {
  const stopping = new AbortController()
  const changes = store.watch(prefix, after, stopping.signal)[Symbol.asyncIterator]()
  return {
    next: () => changes.next(),
    stop: () => stopping.abort(),
    async take(count: number): Promise<Change[]> {
      const taken: Change[] = []
      while (taken.length < count) {
        const next = await changes.next()
        assert(next.done !== true, `the watch ended after ${taken.length} of ${count} changes`)
        taken.push(next.value)
      }
      return taken
    },
  }
}

export const summaryOf = ({ type, entry, previous }: Change) =>
  `${type} ${entry.key}@${entry.revision}=${entry.value.toString()} was ${previous?.revision}`
