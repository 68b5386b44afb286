import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'

import { expect, it, onTestFinished } from 'vitest'

import { createAuthority } from '../../fixtures/hosts/authority.ts'
import { startEgressProxies } from '../../fixtures/hosts/egress-proxy.ts'
import {
  allowed,
  startWebhookHost,
  startWithWebhooks,
} from '../admission/webhooks/test-webhook-host.ts'
import { storeKeyOf } from '../api/resource.ts'
import { exchange } from '../auth/http-exchange.ts'
import type { Parts } from '../parts/parts.ts'
import { dialThrough } from './connect-through-proxy.ts'
import { serviceDial } from './service-dial.ts'

async function listening(onConnect: (socket: Socket) => void) {
  const sockets: Socket[] = []
  const server = createServer(socket => {
    sockets.push(socket)
    socket.on('error', () => {})
    onConnect(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets }
}

it('connects through proxies of all kinds', async () => {
  const authority = await createAuthority('test')
  const proxies = await startEgressProxies({ authority })
  onTestFinished(proxies.close)
  const echo = await listening(socket => void socket.pipe(socket))
  const { certificate, key } = await authority.forClient({ name: 'server' })
  const port = Number(new URL(echo.url).port)

  const name = 'localhost'
  for (const proxy of [
    { socketPath: proxies.addressOf('cluster') },
    {
      url: proxies.addressOf('tls'),
      certificateAuthority: authority.certificate,
      client: { certificate, key },
    },
  ]) {
    const socket = await dialThrough(proxy)(name, port)
    socket.write('hello')
    const [data] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    expect(data.toString()).toBe('hello')
  }
  expect(proxies.connectsTo(`:${port}`)).toHaveLength(2)
})

it('reports what went wrong at a proxy', async () => {
  const dead = { url: 'http://user:secret@127.0.0.1:1' }
  await expect(dialThrough(dead)('a.example', 443)).rejects.toThrow(
    /^connecting to a\.example:443 through the proxy at 127\.0\.0\.1:1: .*ECONNREFUSED/,
  )
  const socketPath = join(tmpdir(), 'no-such-touchstone.sock')
  await expect(dialThrough({ socketPath })('a.example', 443)).rejects.toThrow('ENOENT')

  const refusing = await listening(socket => {
    socket.once('data', () => socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n'))
  })
  await expect(dialThrough({ url: refusing.url })('a.example', 443)).rejects.toThrow(
    'expected status 200, got 403',
  )
  const garbling = await listening(socket => void socket.once('data', () => socket.end('what?')))
  await expect(dialThrough({ url: garbling.url })('a.example', 443)).rejects.toThrow(
    'through the proxy at',
  )
  const endless = await listening(socket => {
    socket.write('HTTP/1.1 200 OK\r\nX: ')
    const more = setInterval(() => socket.write('x'.repeat(10_000)), 1)
    socket.on('close', () => clearInterval(more))
  })
  await expect(dialThrough({ url: endless.url })('a.example', 443)).rejects.toThrow(
    'through the proxy at',
  )
})

it('gives up on a proxy that never answers, and leaves no connection open', async () => {
  const silent = await listening(() => {})

  await expect(dialThrough({ url: silent.url }, 100)('a.example', 443)).rejects.toThrow(
    'expected an answer in 100 ms, got none',
  )

  const [socket] = silent.sockets
  socket?.resume()
  if (socket && !socket.closed) await once(socket, 'close')
})

it('closes the connection to a proxy when the request times out', async () => {
  const silent = await listening(() => {})
  const dial = dialThrough({ url: silent.url })
  const limits = { bytesMax: 1, timeoutMs: 100 }

  await expect(exchange(new URL('https://a.example'), { dial }, limits)).rejects.toThrow()

  const [socket] = silent.sockets
  socket?.resume()
  if (socket && !socket.closed) await once(socket, 'close')
  expect(silent.sockets).toHaveLength(1)
})

const maps = '/api/v1/namespaces/default/configmaps'

it.each(['never answers', 'answers 200 and then nothing'])(
  'a webhook behind a proxy that %s fails in time, and other requests are served',
  async how => {
    const proxy = await listening(socket => {
      if (how !== 'never answers')
        socket.once('data', () => socket.write('HTTP/1.1 200 Connection established\r\n\r\n'))
    })
    const server = await startWithWebhooks(allowed, {
      egress: { controlplane: { url: proxy.url } },
    })
    await server.register('validating', 'a', { path: '/1', timeoutSeconds: 1 })

    const startMs = performance.now()
    const writing = server.ask('POST', maps, { metadata: { name: 'm' } })
    expect((await server.ask('GET', '/readyz')).status).toBe(200)
    const { status, body } = await writing

    expect(status).toBe(500)
    expect(String(body['message'])).toContain('context deadline exceeded')
    expect(performance.now() - startMs).toBeLessThan(10_000)
  },
)

it('calls a webhook by its URL through the proxy of the control plane', async () => {
  const proxies = await startEgressProxies({ authority: await createAuthority('test') })
  onTestFinished(proxies.close)
  const server = await startWithWebhooks(allowed, {
    egress: {
      controlplane: { socketPath: proxies.addressOf('controlplane') },
      cluster: { socketPath: proxies.addressOf('cluster') },
    },
  })
  await server.register('validating', 'a', { path: '/1' })

  expect((await server.ask('POST', maps, { metadata: { name: 'm' } })).status).toBe(201)

  expect(server.asked).toHaveLength(1)
  expect(proxies.connectsTo('127.0.0.1')).toMatchObject([{ proxy: 'controlplane' }])
})

const services = '/api/v1/namespaces/default/services'
/** Registers a webhook by a service whose certificate is good for it. */
async function startWithService(options: Parameters<typeof startWithWebhooks>[1] = {}) {
  const host = await startWebhookHost(allowed, ['hook.default.svc'])
  const server = await startWithWebhooks(allowed, options)
  const clientConfig = {
    service: { namespace: 'default', name: 'hook', path: '/review', port: 8443 },
    caBundle: host.caBundle,
  }
  await server.register('validating', 'a', { path: '/1', clientConfig })
  const create = (name: string) => server.ask('POST', maps, { metadata: { name } })
  const ports = [{ name: 'https', port: 8443, targetPort: 1 }]
  return { ...server, host, create, ports, hostPort: Number(new URL(host.url).port) }
}

/** Stores a slice as it is: clients cannot store the addresses of this machine. */
async function storeSlice(parts: Parts, port: number, ready: boolean): Promise<void> {
  const type = parts.builtInResources.find(one => one.kind === 'EndpointSlice')
  if (!type) throw new Error('expected the type EndpointSlice')
  const name = `hook-${ready}`
  const object = {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { name, namespace: 'default', labels: { 'kubernetes.io/service-name': 'hook' } },
    addressType: 'IPv4',
    endpoints: [{ addresses: ['127.0.0.1'], conditions: { ready } }],
    ports: [{ name: 'https', port }],
  }
  await parts.store.commit({
    key: storeKeyOf(type, { namespace: 'default', name }),
    guard: { absent: true },
    value: parts.stages.encodeStored(object, type),
  })
}

it('calls a service at a ready endpoint, and explains why there is none', async () => {
  const { ask, create, host, hostPort, ports, parts } = await startWithService()

  const absent = await create('m')
  expect(absent.status).toBe(500)
  expect(absent.text).toContain('service default/hook: expected an object, got none')
  await ask('POST', services, { metadata: { name: 'hook' }, spec: { ports } })
  await storeSlice(parts, hostPort, false)
  expect((await create('m')).text).toContain('expected a ready endpoint in an EndpointSlice')
  await storeSlice(parts, hostPort, true)

  expect((await create('m')).status).toBe(201)
  expect(host.asked).toMatchObject([{ path: '/review' }])
})

it('keeps a connection to a service open after the request it was made for', async () => {
  const { ask, hostPort, ports, parts } = await startWithService()
  await ask('POST', services, { metadata: { name: 'hook' }, spec: { ports } })
  await storeSlice(parts, hostPort, true)
  const request = new AbortController()
  const service = { namespace: 'default', name: 'hook', port: 8443 }
  const socket = await serviceDial(service, parts)('', 0, request.signal)
  onTestFinished(() => void socket.destroy())

  request.abort()
  await setImmediate()

  expect(socket.destroyed).toBe(false)
})

it('calls an ExternalName service', async () => {
  const host = await startWebhookHost(allowed, ['hook.default.svc'])
  const server = await startWithWebhooks(allowed)
  const port = Number(new URL(host.url).port)
  const service = { namespace: 'default', name: 'hook', path: '/review', port }
  const clientConfig = { service, caBundle: host.caBundle }
  await server.register('validating', 'a', { path: '/1', clientConfig })
  const spec = { type: 'ExternalName', externalName: '127.0.0.1' }
  const made = await server.ask('POST', services, { metadata: { name: 'hook' }, spec })
  expect(made.text).toContain('externalName')

  expect((await server.ask('POST', maps, { metadata: { name: 'm' } })).status).toBe(201)

  expect(host.asked).toMatchObject([{ path: '/review' }])
})

it('lets the proxy of the cluster resolve the address of a service', async () => {
  const proxies = await startEgressProxies({ authority: await createAuthority('test') })
  onTestFinished(proxies.close)
  const { ask, create, ports } = await startWithService({
    egress: { cluster: { socketPath: proxies.addressOf('cluster') } },
  })
  const spec = { ports, clusterIP: '127.0.0.1' }
  const { body } = await ask('POST', services, { metadata: { name: 'hook' }, spec })

  expect((await create('m')).status).toBe(500)

  const { clusterIP } = body['spec'] as { clusterIP: string }
  expect(proxies.connectsTo('')).toEqual([{ proxy: 'cluster', target: `${clusterIP}:8443` }])
})
