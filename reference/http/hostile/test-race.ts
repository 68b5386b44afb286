// Requests that meet at the store, in every order in which its answers can come: fast-check draws
// which of the calls that wait is answered next, so that a race is found by its seed and not by luck.

import fc from 'fast-check'
import type { ApiObject } from '../../api/object.ts'
import type { Parts } from '../../parts/parts.ts'
import { Refusal } from '../../api/refusal.ts'
import { defaultParts } from '../../server/default-parts.ts'
import { serveRequest } from '../../pipeline/serve-request.ts'
import { memoryStore } from '../../storage/memory.ts'
import type { Store } from '../../api/store.ts'
import { directCache } from '../../storage/watch-cache-direct.ts'

const numRuns = 150
export const patchTypes = {
  merge: 'application/merge-patch+json',
  apply: 'application/apply-patch+yaml',
}

export type RaceReply = { status: number; body: ApiObject }
type Send = (method: string, path: string, body?: object, type?: string) => Promise<RaceReply>

/** Requests without a socket: what a server does from the first stage to the bytes of its answer. */
const sender =
  (at: Parts): Send =>
  async (method, path, body, type = 'application/json') => {
    const [plain = '', query = ''] = path.split('?')
    const { signal } = new AbortController()
    const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body))
    const headers = { host: '127.0.0.1', ...(body && { 'content-type': type }) }
    const http = { method, path: plain, query: new URLSearchParams(query), headers, signal }
    try {
      const reply = await serveRequest({ ...http, rawHeaders: [], body: async () => bytes }, at)
      const text = Buffer.isBuffer(reply.body) ? reply.body.toString() : '{}'
      return { status: reply.status, body: JSON.parse(text) as ApiObject }
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal
      return { status: refusal.code, body: { metadata: {} } as ApiObject }
    }
  }

/** The server of a race, but for its store and clock. */
export const raceParts = defaultParts()
// What is to be tried again is so at once.
const clock = {
  ...raceParts.clock,
  after: (_ms: number, act: () => void) => raceParts.clock.after(0, act),
}

/** The same server with an empty store, and no types that clients have defined. */
function fresh(): Parts {
  const store = memoryStore({ clock: { now: raceParts.clock.steady }, historyMs: 60_000 })
  const defined = { ...raceParts.customTypes, whenLoaded: async () => {} }
  return { ...raceParts, clock, store, watchCache: directCache(store), customTypes: defined }
}

const storeBy = (scheduler: fc.Scheduler, store: Store): Store => ({
  ...store,
  get: scheduler.scheduleFunction(store.get),
  range: scheduler.scheduleFunction(store.range),
  commit: scheduler.scheduleFunction(store.commit),
})

export type Race = {
  /** Answered at once: for what is before the race and after it. */
  send: Send
  /** Answered in the order that is drawn. */
  racing: Send
  parts: Parts
  racingParts: Parts
  /** Resolves when all requests of a race are answered. */
  over<T>(requests: Promise<T>[]): Promise<T[]>
}

/** Runs a race in a namespace of its own, many times, on a server that may be broken. */
export const inAnyOrder = (run: (race: Race) => Promise<void>, broken: Partial<Parts> = {}) =>
  fc.assert(
    fc.asyncProperty(fc.scheduler(), async scheduler => {
      const parts = fresh()
      const racingParts = { ...parts, store: storeBy(scheduler, parts.store), ...broken }
      const send = sender(parts)
      await send('POST', '/api/v1/namespaces', { metadata: { name: 'n' } })
      const over = <T>(requests: Promise<T>[]) => scheduler.waitFor(Promise.all(requests))
      await run({ send, racing: sender(racingParts), parts, racingParts, over })
    }),
    { numRuns },
  )
