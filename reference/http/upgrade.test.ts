// Tests requests for a WebSocket upgrade, or for a tunnel, that get neither.

import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { connect, type Socket } from 'node:net'

import { expect, it, onTestFinished, vi } from 'vitest'

import type { Parts } from '../parts/parts.ts'
import { requestListeners } from './request-listeners.ts'
import { defaultParts } from '../server/default-parts.ts'
import { refuseTunnel } from './framing.ts'
import { startTestServer } from '../server/test-server.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const headers = { connection: 'Upgrade', upgrade: 'websocket' }
const megabyte = 'x'.repeat(1_000_000)

/** A server with a list of some megabytes. */
async function largeServer(...names: readonly string[]) {
  const server = await startTestServer(defaultParts({ dialect: 'kubernetes' }))
  for (const name of names) {
    await server.ask('POST', maps, { metadata: { name }, data: { megabyte } })
  }
  return server
}

/** A client that requests an upgrade, and closes its side only when a test does. */
function offer(url: string, path: string, method = 'GET'): Socket {
  const port = Number(new URL(url).port)
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  const lines = ['Host: localhost', 'Connection: Upgrade', 'Upgrade: websocket']
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  return socket
}

/** A server that handles only upgrades and tunnels, and its accepted connections. */
async function upgradesOnly(parts: Parts) {
  const server = createServer().on('upgrade', requestListeners(parts).upgrade ?? (() => {}))
  server.on('connect', refuseTunnel)
  const accepted = once(server, 'connection') as Promise<[Socket]>
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  return { url: `http://127.0.0.1:${port}`, accepted }
}

it('a list of several megabytes arrives whole', async () => {
  const { url } = await largeServer('a', 'b')

  const asked = request(`${url}${maps}?watch=false`, { headers }).end()
  onTestFinished(() => void asked.destroy())
  const [answer] = await once(asked, 'response')
  const pieces: Buffer[] = await answer.toArray()

  // Every namespace has one more by default.
  expect(JSON.parse(Buffer.concat(pieces).toString()).items).toHaveLength(3)
})

it('a response that the client does not read is cut off', async () => {
  // More than the buffers of unread sockets hold.
  const { parts } = await largeServer(...'abcdefghijklmnopqrst')
  const limits = { ...parts.limits, answerWaitMs: 50 }
  const { url, accepted } = await upgradesOnly({ ...parts, limits })

  offer(url, `${maps}?watch=false`).pause()
  const [socket] = await accepted

  await once(socket, 'close')
  expect(socket.bytesWritten).toBeLessThan(20_000_000)
})

it.for([
  ['an upgrade', 'GET', '/api/v1/nothings?watch=1'],
  ['a tunnel', 'CONNECT', 'localhost:1'],
] as const)(
  'a refusal of %s closes a connection that the client keeps open',
  async ([, method, path]) => {
    const { parts } = await startTestServer(defaultParts({ dialect: 'kubernetes' }))
    const { url, accepted } = await upgradesOnly(parts)

    const client = offer(url, path, method).resume()
    const [socket] = await accepted

    await Promise.all([once(client, 'end'), once(socket, 'close')])
    expect(client.writableEnded).toBe(false)
  },
)

it('an error closes its connection and does not affect others', async () => {
  const logged = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => logged.mockRestore())
  const parts = defaultParts({ dialect: 'kubernetes' })
  let isFailing = true
  const warningHeaders: typeof parts.stages.warningHeaders = warnings => {
    if (isFailing) throw new Error('a fault of the program')
    return parts.stages.warningHeaders(warnings)
  }
  const { url, ask } = await startTestServer({
    ...parts,
    stages: { ...parts.stages, warningHeaders },
  })

  const client = offer(url, '/api/v1/nothings?watch=1').resume()
  await once(client, 'end')
  isFailing = false

  expect(String(logged.mock.calls[0])).toContain('a fault of the program')
  expect((await ask('GET', maps)).status).toBe(200)
})
