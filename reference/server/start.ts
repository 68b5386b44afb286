import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { Clock, Parts } from '../api/parts.ts'
import { keyOf } from '../api/resource.ts'
import { app } from './app.ts'
import { defaultParts } from './default-parts.ts'

/** A server that runs. */
export type Reference = {
  readonly url: string
  readonly clock: Pick<Clock, 'now' | 'advance'>
  /** Forgets every snapshot but the newest, as time would. */
  compact(): Promise<void>
  /** Ends the server: no new requests, a bounded time for those that run. */
  close(): Promise<void>
  readonly parts: Parts
}

/** Starts a server; it answers as soon as this resolves. @throws when it cannot listen */
export async function startReference(parts: Parts = defaultParts()): Promise<Reference> {
  await createNamespaces(parts)
  const { limits, listen } = parts
  const server = createServer(
    { maxHeaderSize: limits.headerBytesMax, keepAliveTimeout },
    app(parts),
  )
  server.listen(listen.port, listen.bindAddress)
  await once(server, 'listening')
  return {
    url: urlOf(server),
    clock: parts.clock,
    compact: async () => parts.store.compact(await parts.store.revision()),
    close: () => close(server, parts),
    parts,
  }
}

// Longer than the idle time of common clients, so that it is they who end a connection: one that
// ends while a request is on its way looks like a failure.
const keepAliveTimeout = 75_000

async function createNamespaces(at: Parts): Promise<void> {
  const resource = at.resources.find(row => row.group === '' && row.resource === 'namespaces')
  if (!resource) return
  for (const name of at.dialect.namespaces.atStart) {
    const place = { namespace: '', name }
    if (await at.store.get(keyOf(resource, place))) continue
    const body = { kind: resource.kind, apiVersion: resource.version, metadata: {} }
    const propose = () =>
      at.metadata.create(body, { ...place, uid: at.ids.uid(), now: at.clock.now() }, resource)
    await at.verbs.change({ ...place, operation: 'create', resource, propose }, at)
  }
}

function urlOf(server: Server): string {
  // A server on a port has an address of this shape.
  const { address, family, port } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

async function close(server: Server, { store, limits }: Parts): Promise<void> {
  // Idle connections end with this; the others when they have been answered.
  const closed = new Promise(resolve => server.close(resolve))
  const late = setTimeout(() => server.closeAllConnections(), limits.closeWaitMs)
  await closed
  clearTimeout(late)
  await store.close()
}
