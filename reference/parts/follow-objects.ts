// Follows the stored objects of a type, for what the server knows of them in memory.

import { logFailure } from '../api/log-failure.ts'
import type { ApiObject } from '../api/object.ts'
import { type Resource, storePrefixOf } from '../api/resource.ts'
import { Compacted, type Key, type Revision, type StoredEntry } from '../api/store.ts'
import type { Controller, Parts } from './parts.ts'

const retryMs = 500

export type ObjectPlace = { readonly namespace: string; readonly name: string }

/** What is done with the objects of a type. The calls are in the order of the changes. */
export type ObjectFollower = {
  readonly resource: Resource
  readonly put: (object: ApiObject) => void
  readonly remove: (place: ObjectPlace) => void
}

/** A controller that follows objects. */
export type FollowingController = Controller & {
  /** Resolves when all initially stored objects are known; to false if it was closed before. */
  readonly whenLoaded: () => Promise<boolean>
}

/** Reads the objects of a type, and then each change. An unreadable object counts as removed. */
export function followObjects(
  { resource, put, remove }: ObjectFollower,
  parts: Parts,
): FollowingController {
  const closing = new AbortController()
  const prefix = storePrefixOf(resource, '')
  const seen = new Map<Key, Revision>()
  let waiting: (() => void)[] = []
  let begun: (isComplete: boolean) => void = () => {}
  const isLoaded = new Promise<boolean>(resolve => (begun = resolve))

  const wake = () => {
    const woken = waiting
    waiting = []
    for (const one of woken) one()
  }

  function see(entry: StoredEntry): void {
    seen.set(entry.key, entry.revision)
    try {
      put(parts.stages.decodeStored(entry, resource))
    } catch (error) {
      remove(placeIn(entry.key))
      report(error)
    }
  }

  function forget(key: Key): void {
    seen.delete(key)
    remove(placeIn(key))
  }

  function report(error: unknown): void {
    if (!closing.signal.aborted) logFailure(`following ${resource.resource}`, error)
  }

  async function follow(): Promise<void> {
    const { entries, revision } = await parts.watchCache.range({ prefix })
    const stored = new Set(entries.map(({ key }) => key))
    for (const key of seen.keys()) if (!stored.has(key)) forget(key)
    for (const entry of entries) if (seen.get(entry.key) !== entry.revision) see(entry)
    begun(true)
    wake()
    for await (const { type, entry } of parts.watchCache.watch(prefix, revision, closing.signal)) {
      if (type === 'remove') forget(entry.key)
      else see(entry)
      wake()
    }
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      await follow().catch((error: unknown) => {
        // The history from which to go on is gone, or the store failed: the loop starts again.
        if (!(error instanceof Compacted)) report(error)
      })
      if (closing.signal.aborted) return
      await new Promise<void>(resolve => void parts.clock.after(retryMs, resolve))
    }
  }

  async function isUpToDate(): Promise<boolean> {
    const { entries } = await parts.store.range({ prefix })
    return (
      entries.length === seen.size &&
      entries.every(({ key, revision }) => seen.get(key) === revision)
    )
  }

  void run()
  return {
    whenLoaded: () => isLoaded,
    whenIdle: async () => {
      for (;;) {
        const next = new Promise<void>(resolve => waiting.push(resolve))
        if (closing.signal.aborted || (await isUpToDate())) return
        await next
      }
    },
    close: () => {
      closing.abort()
      begun(false)
      wake()
    },
  }
}

function placeIn(key: Key): ObjectPlace {
  const [, , namespace = '', name = ''] = key.split('/')
  return { namespace, name }
}
