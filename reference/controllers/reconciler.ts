// The common part of controllers that bring the state of objects in line with other objects. A
// controller says which keys an object concerns, and reconciles one key at a time. A key that
// changes while it waits is reconciled once.

import { setImmediate } from 'node:timers/promises'

import type { ApiObject } from '../api/object.ts'
import type { Resource } from '../api/resource.ts'
import { logFailure } from '../api/log-failure.ts'
import { Refusal } from '../api/refusal.ts'
import { followObjects } from '../parts/follow-objects.ts'
import type { Controller, Parts } from '../parts/parts.ts'
import { type KnownObjects, newKnownObjects } from './known-objects.ts'

const firstRetryMs = 500
const longestRetryMs = 60_000
// Timers of Node cannot wait for longer than 24.8 days.
const longestWaitMs = 86_400_000

type Known<Types extends string> = { readonly [type in Types]: KnownObjects }

/** A controller as data. `Types` are the names under which it knows the types that it follows. */
export type Reconciler<Types extends string> = {
  /** Its name in the log. */
  readonly name: string
  /** Keys to reconcile when the objects that were stored at the start are known. */
  readonly startsWith?: readonly string[]
  readonly follows: {
    readonly [type in Types]: {
      /** The type; undefined if the server does not serve it, so there are no objects. */
      readonly resource: Resource | undefined
      /** The keys to reconcile when this object is added, changed or removed. */
      readonly keysOf: (object: ApiObject, known: Known<Types>) => Iterable<string>
    }
  }
  /**
   * Compares the state with the wanted one, and changes it. The known objects may be old, so a
   * write decides again on the current object. Returns after how many milliseconds the key is to be
   * reconciled although nothing changes; undefined for never.
   */
  readonly reconcile: (key: string, known: Known<Types>) => Promise<number | undefined>
}

/** Starts a controller. A key whose reconciliation fails is tried again, less and less often. */
export function startReconciler<Types extends string>(
  { name, startsWith = [], follows, reconcile }: Reconciler<Types>,
  parts: Parts,
): Controller {
  const types = Object.keys(follows) as Types[]
  const known = Object.fromEntries(types.map(type => [type, newKnownObjects()])) as {
    [type in Types]: ReturnType<typeof newKnownObjects>
  }
  const due = new Set<string>()
  const timers = new Map<string, () => void>()
  /** How often a key has failed in a row. */
  const failures = new Map<string, number>()
  let isLoaded = false
  let isClosed = false
  let work: Promise<void> | undefined

  const plan = (keys: Iterable<string>) => {
    for (const key of keys) due.add(key)
    if (isLoaded && !isClosed && due.size > 0) work ??= run().finally(() => (work = undefined))
  }

  const planLater = (key: string, ms: number) => {
    timers.get(key)?.()
    const cancel = parts.clock.after(Math.min(ms, longestWaitMs), () => {
      timers.delete(key)
      plan([key])
    })
    timers.set(key, cancel)
  }

  async function run(): Promise<void> {
    for (const key of due) {
      if (isClosed) return
      due.delete(key)
      timers.get(key)?.()
      timers.delete(key)
      try {
        const waitMs = await reconcile(key, known)
        failures.delete(key)
        if (waitMs !== undefined && !isClosed) planLater(key, Math.max(waitMs, 1))
      } catch (error) {
        tryAgain(key, error)
      }
      await setImmediate()
    }
  }

  function tryAgain(key: string, error: unknown): void {
    if (isClosed) return
    if (!(error instanceof Refusal && error.code === 409)) logFailure(`${name}: ${key}`, error)
    const count = failures.get(key) ?? 0
    failures.set(key, count + 1)
    planLater(key, Math.min(firstRetryMs * 2 ** count, longestRetryMs))
  }

  const followers = types.flatMap(type => {
    const { resource, keysOf } = follows[type]
    if (!resource) return []
    const objects = known[type]
    const put = (object: ApiObject) => {
      const before = objects.put(object)
      plan([...(before ? keysOf(before, known) : []), ...keysOf(object, known)])
    }
    const remove = (place: { namespace: string; name: string }) => {
      const before = objects.remove(place)
      if (before) plan(keysOf(before, known))
    }
    return [followObjects({ resource, put, remove }, parts)]
  })

  void Promise.all(followers.map(one => one.whenLoaded())).then(() => {
    isLoaded = true
    plan(startsWith)
  })
  return {
    whenIdle: async () => {
      for (;;) {
        for (const one of followers) await one.whenIdle()
        // What the followers saw has been planned, and may be in progress.
        if (isClosed || (isLoaded && !work && due.size === 0)) return
        await (work ?? setImmediate())
      }
    },
    close: () => {
      isClosed = true
      for (const cancel of timers.values()) cancel()
      for (const one of followers) one.close()
    },
  }
}
