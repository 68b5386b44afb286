// Deletes objects whose owners are gone, and finishes owners that wait for their dependents
// (DEL-017). It follows all changes and processes one object after the other.

import { setImmediate } from 'node:timers/promises'

import type { Controller, Parts } from '../parts/parts.ts'
import { resourceOfKey } from '../api/resource.ts'
import { logFailure } from '../api/log-failure.ts'
import { Refusal } from '../api/refusal.ts'
import { servedTypes } from '../parts/served-types.ts'
import {
  type StoreChange,
  Compacted,
  CorruptValue,
  type Key,
  type Revision,
  type StoredEntry,
} from '../api/store.ts'
import {
  type GarbageCollection,
  attemptToDelete,
  finishWaitingOwner,
  collectorFinalizers,
} from './garbage-collection-steps.ts'
import { ownersOf, newOwnerGraph } from './owner-graph.ts'

const retryMs = 500
const keysAtOnce = 50

/** Starts the garbage collector for the store of a server. */
export function startGarbageCollector(parts: Parts): Controller {
  const closing = new AbortController()
  let owned = newOwnerGraph()
  /** The deleted owners that wait for their dependents, by uid. */
  const waiting = new Map<string, Key>()
  const todo = new Map<Key, 'dependent' | 'owner'>()
  const progress = signals()
  let position = -1n
  let isWorking = false
  /** Whether all objects have been read. Until then, an owner may have unknown dependents. */
  let isComplete = false
  /** The number of keys that wait for another attempt. */
  let pendingRetries = 0

  const collection: GarbageCollection = { parts, dependentsOf: owner => owned.dependentsOf(owner) }

  function plan(key: Key, as: 'dependent' | 'owner'): void {
    // An owner that waits is processed as an owner: its own owners were handled before it was
    // deleted.
    if (todo.get(key) !== 'owner') todo.set(key, as)
    void work()
  }

  async function work(): Promise<void> {
    if (isWorking || !isComplete) return
    isWorking = true
    let count = 0
    for (const [key, as] of todo) {
      if (closing.signal.aborted || !isComplete) break
      todo.delete(key)
      const act = as === 'owner' ? finishWaitingOwner : attemptToDelete
      await act(key, collection).catch((error: unknown) => tryLater(key, as, error))
      // A store in memory answers without I/O, so yield to the event loop regularly.
      count += 1
      if (count % keysAtOnce === 0) await setImmediate()
    }
    isWorking = false
    progress.notify()
  }

  /** Retries after a conflict with another write, or while the store is unavailable. */
  function tryLater(key: Key, as: 'dependent' | 'owner', error: unknown): void {
    if (!(error instanceof Refusal && error.code === 409)) logError(error)
    pendingRetries += 1
    parts.clock.after(retryMs, () => {
      pendingRetries -= 1
      plan(key, as)
    })
  }

  function logError(error: unknown): void {
    if (closing.signal.aborted) return
    logFailure('garbage collector', error)
  }

  function observe({ type, entry }: StoreChange): void {
    try {
      if (type === 'remove') observeRemoval(entry)
      else observeState(entry)
    } catch (error) {
      // An object that cannot be decoded has no known owners or dependents.
      logError(error)
    }
    position = BigInt(entry.revision)
  }

  function observeRemoval({ key, value }: StoredEntry): void {
    for (const owner of owned.set(key, [])) finishLater(owner)
    if (owned.isEmpty() && waiting.size === 0) return
    const { uid = '' } = objectIn({ key, value }).metadata
    waiting.delete(uid)
    for (const dependent of owned.dependentsOf(uid)) plan(dependent, 'dependent')
  }

  function observeState({ key, value }: Pick<StoredEntry, 'key' | 'value'>): void {
    const namesOwners = value.includes('"ownerReferences"')
    const mayWait =
      value.includes('"deletionTimestamp"') && collectorFinalizers.some(one => value.includes(one))
    if (!namesOwners && !mayWait) return void owned.set(key, [])
    const object = objectIn({ key, value })
    const owners = ownersOf(object).map(({ uid }) => uid)
    const before = owned.set(key, owners)
    if (owners.some(owner => !before.includes(owner))) plan(key, 'dependent')
    for (const owner of [...before, ...owners]) finishLater(owner)
    const { uid = '', finalizers = [], deletionTimestamp } = object.metadata
    if (!deletionTimestamp || !collectorFinalizers.some(one => finalizers.includes(one))) return
    waiting.set(uid, key)
    plan(key, 'owner')
    for (const dependent of owned.dependentsOf(uid)) plan(dependent, 'dependent')
  }

  function finishLater(owner: string): void {
    const key = waiting.get(owner)
    if (key !== undefined) plan(key, 'owner')
  }

  const objectIn = (entry: Pick<StoredEntry, 'key' | 'value'>) =>
    parts.stages.decodeStored(
      { ...entry, revision: '0' as Revision },
      resourceOfKey(entry.key, servedTypes(parts)),
    )

  /** Reads all objects at one revision. */
  async function observeAll(): Promise<Revision> {
    isComplete = false
    while (isWorking) await progress.next()
    owned = newOwnerGraph()
    waiting.clear()
    // An object that cannot be read has no known owners or dependents.
    const range = { prefix: '', limit: keysAtOnce, skipsUnreadable: true } as const
    let page = await parts.watchCache.range(range)
    for (;;) {
      for (const entry of page.entries) observeState(entry)
      const after = page.last ?? page.entries.at(-1)?.key
      if (page.remaining === 0 || after === undefined) return page.revision
      await setImmediate()
      page = await parts.watchCache.range({ ...range, revision: page.revision, after })
    }
  }

  async function follow(): Promise<void> {
    const revision = await observeAll()
    isComplete = true
    position = BigInt(revision)
    void work()
    progress.notify()
    const pass = (passed: Revision) => {
      position = BigInt(passed)
      progress.notify()
    }
    for await (const change of parts.watchCache.watch('', revision, closing.signal, pass)) {
      observe(change)
      progress.notify()
    }
  }

  async function run(): Promise<void> {
    // All custom types must be known before their objects are decoded.
    await parts.customTypes.whenLoaded()
    while (!closing.signal.aborted) {
      await follow().catch((error: unknown) => {
        // The history after its position was compacted, an object that changed cannot be read, or
        // the store failed: start again.
        if (!(error instanceof Compacted || error instanceof CorruptValue)) logError(error)
      })
      if (closing.signal.aborted) return
      await new Promise<void>(resolve => parts.clock.after(retryMs, resolve))
    }
  }

  void run()
  return {
    async whenIdle() {
      for (;;) {
        const next = progress.next()
        const newest = BigInt(await parts.store.revision())
        if (closing.signal.aborted) return
        if (position >= newest && todo.size === 0 && pendingRetries === 0 && !isWorking) return
        await next
      }
    },
    close: () => {
      closing.abort()
      progress.notify()
    },
  }
}

/** Wakes all waiters on every event. */
function signals() {
  let resolve: (() => void) | undefined
  let promise: Promise<void> | undefined
  return {
    next: () => (promise ??= new Promise<void>(done => (resolve = done))),
    notify() {
      resolve?.()
      promise = undefined
      resolve = undefined
    },
  }
}
