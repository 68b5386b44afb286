// Helpers of the tests of the storage contract.

import assert from 'node:assert/strict'
import {
  type StoreChange,
  WriteConflict,
  type Key,
  type Revision,
  type Store,
  type StoredEntry,
} from '../api/store.ts'

/** One test that every engine must pass. Engines name it by its title to skip it. */
export type ContractTest = { title: string; run(open: OpenStore): Promise<void> }

/** Opens a new, empty store. */
export type OpenStore = () => Promise<Store>

/** Builds a test that runs with one store and closes it afterwards. */
export const contractTest = (
  title: string,
  run: (store: Store) => Promise<void>,
): ContractTest => ({
  title,
  run: open => withTestStore(open, run),
})

export async function withTestStore(open: OpenStore, run: (store: Store) => Promise<void>) {
  const store = await open()
  try {
    await run(store)
  } finally {
    await store.close()
  }
}

export const storeKey = (text: string) => text as Key

export const createEntry = (store: Store, name: string, text: string): Promise<StoredEntry> =>
  store.commit({ key: storeKey(name), guard: { absent: true }, value: Buffer.from(text) })

export const updateEntry = (
  store: Store,
  { key, revision }: StoredEntry,
  text: string,
): Promise<StoredEntry> =>
  store.commit({ key, guard: { basedOn: revision }, value: Buffer.from(text) })

export const removeEntry = (store: Store, { key, revision }: StoredEntry): Promise<StoredEntry> =>
  store.commit({ key, guard: { basedOn: revision }, remove: true })

/** Returns the WriteConflict of a write that must not succeed. */
export async function conflictOf(write: Promise<StoredEntry>): Promise<WriteConflict> {
  const refusal = await write.then(
    () => undefined,
    (error: unknown) => error,
  )
  assert(refusal instanceof WriteConflict, `expected a Conflict, got ${String(refusal)}`)
  return refusal
}

export const textsOf = (entries: StoredEntry[]) =>
  entries.map(({ key, value }) => `${key}=${value.toString()}`)

export const isBefore = (a: Revision, b: Revision) => BigInt(a) < BigInt(b)

/** A revision that no write has reached yet. */
export const unreachedRevision = (revision: Revision) =>
  String(BigInt(revision) + 1000n) as Revision

/** Reads one watch, until `stop` is called. */
export function watchReader(store: Pick<Store, 'watch'>, prefix: string, after: Revision) {
  const stopping = new AbortController()
  const changes = store.watch(prefix, after, stopping.signal)[Symbol.asyncIterator]()
  return {
    next: () => changes.next(),
    stop: () => stopping.abort(),
    async take(count: number): Promise<StoreChange[]> {
      const taken: StoreChange[] = []
      while (taken.length < count) {
        const next = await changes.next()
        assert(next.done !== true, `the watch ended after ${taken.length} of ${count} changes`)
        taken.push(next.value)
      }
      return taken
    },
  }
}

export const changeSummaryOf = ({ type, entry, previous }: StoreChange) =>
  `${type} ${entry.key}@${entry.revision}=${entry.value.toString()} was ${previous?.revision}`
