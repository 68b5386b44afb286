// Connects to the services that webhooks are registered with.

import { connect, type Socket } from 'node:net'
import { once } from 'node:events'

import type { Dial, ServiceReference } from '../api/egress.ts'
import {
  type ApiObject,
  isJsonObject,
  type JsonObject,
  objectIn,
  objectsIn,
} from '../api/object.ts'
import { type Resource, storeKeyOf, storePrefixOf } from '../api/resource.ts'
import type { Parts } from '../parts/parts.ts'

type Known = Pick<Parts, 'builtInResources' | 'store' | 'stages' | 'dialect' | 'dialOf'>
type Address = { readonly host: string; readonly port: number }

const standardPort = 443
const connectMs = 30_000

/**
 * Returns the service of a client configuration, and the URL that its certificate is checked for.
 */
export function serviceIn(clientConfig: JsonObject): { service: ServiceReference; url: URL } {
  const { namespace, name, port, path } = objectIn(clientConfig['service'])
  const service = {
    namespace: String(namespace),
    name: String(name),
    port: typeof port === 'number' ? port : standardPort,
  }
  const url = new URL(`https://${service.name}.${service.namespace}.svc:${service.port}`)
  if (typeof path === 'string') url.pathname = path
  return { service, url }
}

/**
 * Returns the function that connects to a service. Without a proxy for the cluster it connects to a
 * ready endpoint; a proxy is asked for the address of the service itself, as genuine servers ask.
 */
export const serviceDial =
  (service: ServiceReference, parts: Known): Dial =>
  async (_host, _port, signal) => {
    const proxied = parts.dialOf('cluster')
    const { host, port } = await addressOf(service, parts, proxied !== undefined)
    return proxied ? proxied(host, port, signal) : directly(host, port, signal)
  }

async function directly(
  host: string,
  port: number,
  signal = AbortSignal.timeout(connectMs),
): Promise<Socket> {
  const socket = connect({ host, port })
  try {
    // The option `signal` of `connect` would also end a connection that is in use.
    await once(socket, 'connect', { signal })
    return socket
  } catch (problem) {
    socket.destroy()
    throw problem
  }
}

/** @throws Error if there is no such service or port, or if nothing serves it */
async function addressOf(
  { namespace, name, port }: ServiceReference,
  parts: Known,
  isProxied: boolean,
): Promise<Address> {
  const place = `service ${namespace}/${name}`
  const type = typeOf('', 'Service', parts)
  const entry = type && (await parts.store.get(storeKeyOf(type, { namespace, name })))
  if (!type || !entry) throw new Error(`${place}: expected an object, got none`)
  const spec = objectIn(parts.stages.decodeStored(entry, type)['spec'])
  if (spec['type'] === 'ExternalName') return { host: String(spec['externalName']), port }
  const ports = objectsIn(spec['ports'])
  const wanted = ports.find(one => one['port'] === port)
  if (!wanted) {
    const got = ports.map(one => String(one['port'])).join(', ') || 'none'
    throw new Error(`${place}: expected the port ${port}, got ${got}`)
  }
  const { clusterIP } = spec
  if (isProxied && typeof clusterIP === 'string' && clusterIP !== '' && clusterIP !== 'None')
    return { host: clusterIP, port }
  const endpoint = await endpointOf({ namespace, name, portName: wanted['name'] ?? '' }, parts)
  if (!endpoint)
    throw new Error(`${place}: expected a ready endpoint in an EndpointSlice, got none`)
  return endpoint
}

/** Returns the first ready address of the slices of a service. */
async function endpointOf(
  { namespace, name, portName }: { namespace: string; name: string; portName: unknown },
  parts: Known,
): Promise<Address | undefined> {
  for (const slice of await slicesOf(namespace, name, parts)) {
    const port = objectsIn(slice['ports']).find(one => (one['name'] ?? '') === portName)?.['port']
    const ready = objectsIn(slice['endpoints']).find(
      ({ conditions }) => !isJsonObject(conditions) || conditions['ready'] !== false,
    )
    const [host] = Array.isArray(ready?.['addresses']) ? (ready['addresses'] as unknown[]) : []
    if (typeof host === 'string' && typeof port === 'number') return { host, port }
  }
  return undefined
}

async function slicesOf(namespace: string, name: string, parts: Known): Promise<ApiObject[]> {
  const type = typeOf(`discovery.${parts.dialect.apiDomain}`, 'EndpointSlice', parts)
  if (!type) return []
  const { entries } = await parts.store.range({ prefix: storePrefixOf(type, namespace) })
  return entries
    .map(entry => parts.stages.decodeStored(entry, type))
    .filter(({ metadata }) => objectIn(metadata.labels)[serviceLabel] === name)
}

// The label has the same name in both dialects.
const serviceLabel = 'kubernetes.io/service-name'

const typeOf = (group: string, kind: string, parts: Known): Resource | undefined =>
  parts.builtInResources.find(one => one.group === group && one.kind === kind)
