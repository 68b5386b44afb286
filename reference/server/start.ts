import type { Clock, Controller, Parts } from '../api/parts.ts'
import { keyOf } from '../api/resource.ts'
import { Refusal } from '../api/refusal.ts'
import { app } from './app.ts'
import { defaultParts } from './default-parts.ts'
import type { Key } from '../storage/storage.ts'
import { type Listening, listenTo } from './listen.ts'

/** A server that runs. */
export type Reference = {
  readonly url: string
  readonly clock: Pick<Clock, 'now' | 'advance'>
  /** Forgets every snapshot but the newest, as time would. */
  compact(): Promise<void>
  /** Makes what is stored of the object at a path unreadable, for tests. */
  corrupt(path: string): void
  /** Resolves when the garbage collector has nothing to do any more. */
  settled(): Promise<void>
  /** Ends the server: no new requests, a bounded time for those that run. */
  close(): Promise<void>
  readonly parts: Parts
}

/** Starts a server; it answers as soon as this resolves. @throws when it cannot listen */
export async function startReference(parts: Parts = defaultParts()): Promise<Reference> {
  await createNamespaces(parts)
  const listening = await listenTo(app(parts), parts)
  const collector = parts.collector(parts)
  return {
    url: listening.url,
    clock: parts.clock,
    compact: async () => parts.store.compact(await parts.store.revision()),
    corrupt: path => parts.spoil(keyAt(path, parts)),
    settled: collector.settled,
    close: () => close(listening, collector, parts),
    parts,
  }
}

/** @throws Error when no object can be at that path */
function keyAt(path: string, at: Parts): Key {
  const query = new URLSearchParams()
  const { signal } = new AbortController()
  const http = { method: 'GET', path, query, headers: {}, body: async () => Buffer.of(), signal }
  const info = at.stages.describe(http, at.dialect)
  const resource =
    info.on === 'resource' &&
    at.resources.find(row => row.group === info.group && row.resource === info.resource)
  if (!resource) throw new Error(`${path}: expected the path of an object`)
  return keyOf(resource, info)
}

async function createNamespaces(at: Parts): Promise<void> {
  const resource = at.resources.find(row => row.group === '' && row.resource === 'namespaces')
  if (!resource) return
  for (const name of at.dialect.namespaces.atStart) {
    const place = { namespace: '', name }
    if (await at.store.get(keyOf(resource, place))) continue
    const body = { kind: resource.kind, apiVersion: resource.version, metadata: {} }
    const propose = () =>
      at.metadata.create(body, { ...place, uid: at.ids.uid(), now: at.clock.now() }, resource)
    await at.verbs
      .change({ ...place, operation: 'create', resource, isDryRun: false, propose }, at)
      .catch(refusal => {
        // Another server on the same store has just made it.
        if (!(refusal instanceof Refusal && refusal.code === 409)) throw refusal
      })
    await at.namespaces.furnish(name, at)
  }
}

async function close(
  listening: Listening,
  collector: Controller,
  { store, cache, streams, limits }: Parts,
): Promise<void> {
  // Idle connections end with this; the others when they have been answered.
  const closed = listening.close()
  streams.endAll()
  collector.close()
  const late = setTimeout(listening.destroy, limits.closeWaitMs)
  await closed
  clearTimeout(late)
  await cache.close()
  await store.close()
}
