// Runs concurrent requests with every order of responses of the store: fast-check chooses which
// pending call is answered next, so that a race is reproduced by its seed.

import fc from 'fast-check'
import type { ApiObject } from '../../api/object.ts'
import type { Parts } from '../../parts/parts.ts'
import { Refusal } from '../../api/refusal.ts'
import { defaultParts } from '../../server/default-parts.ts'
import { serveRequest } from '../../pipeline/serve-request.ts'
import { memoryStore } from '../../storage/memory.ts'
import type { Store } from '../../api/store.ts'
import { directCache } from '../../storage/watch-cache-direct.ts'
import { clientUntil } from '../../server/test-client.ts'

const numRuns = 150
export const patchTypes = {
  merge: 'application/merge-patch+json',
  apply: 'application/apply-patch+yaml',
}

export type RaceReply = { status: number; body: ApiObject }
type Send = (method: string, path: string, body?: object, type?: string) => Promise<RaceReply>

/** Sends requests without a socket, from the first stage to the bytes of the response. */
const sender =
  (parts: Parts): Send =>
  async (method, path, body, type = 'application/json') => {
    const [plain = '', query = ''] = path.split('?')
    const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body))
    const headers = { host: '127.0.0.1', ...(body && { 'content-type': type }) }
    const http = {
      method,
      path: plain,
      query: new URLSearchParams(query),
      headers,
      client: clientUntil(),
    }
    try {
      const reply = await serveRequest({ ...http, rawHeaders: [], body: async () => bytes }, parts)
      const text = Buffer.isBuffer(reply.body) ? reply.body.toString() : '{}'
      return { status: reply.status, body: JSON.parse(text) as ApiObject }
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal
      return { status: refusal.code, body: { metadata: {} } as ApiObject }
    }
  }

/** The server of a race, except for its store and clock. */
export const raceParts = defaultParts()
// Retries run without a delay.
const clock = {
  ...raceParts.clock,
  after: (_ms: number, act: () => void) => raceParts.clock.after(0, act),
}

/** Returns the same server with an empty store and without custom types. */
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
  /** Sends a request that is answered in order, for the setup and the checks of a race. */
  send: Send
  /** Sends a request whose store calls are answered in the drawn order. */
  racing: Send
  parts: Parts
  racingParts: Parts
  /** Resolves when all requests of a race are answered. */
  over<T>(requests: Promise<T>[]): Promise<T[]>
}

/**
 * Runs a race many times, each with an empty store; `broken` replaces parts of the server under
 * test.
 */
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
