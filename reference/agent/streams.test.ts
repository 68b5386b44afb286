import { once } from 'node:events'
import { createServer, type IncomingMessage, request as requestPlain, type Server } from 'node:http'
import { request, type RequestOptions } from 'node:https'
import { type AddressInfo, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { serveStreams } from './streams.ts'
import { agentBench, closers, freePort, manifest, until } from './test-agent.ts'
import { testClock } from './test-clock.ts'

const closing = closers()
afterEach(closing.close)

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Duplex>()
  for (const event of ['connection', 'upgrade'])
    server.on(event, (first: Socket | IncomingMessage, second?: Socket) =>
      sockets.add(second ?? (first as Socket)),
    )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.add(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** A server of streams that greets each client and sends back what it receives. */
async function echoServer() {
  const requests: IncomingMessage[] = []
  const server = createServer()
  server.on('upgrade', (received: IncomingMessage, socket: Duplex, head: Buffer) => {
    requests.push(received)
    socket.on('error', () => {})
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n')
    socket.write('hello ')
    socket.write(head)
    socket.pipe(socket)
  })
  return { requests, url: `http://127.0.0.1:${await listen(server)}/stream/1` }
}

type Upgraded = { socket: Duplex; received: () => string }

/** Requests an upgrade. Returns the stream, or the status of the refusal. */
const upgrade = (send: typeof request, options: RequestOptions): Promise<Upgraded | number> =>
  new Promise((resolve, reject) => {
    const headers = { connection: 'Upgrade', upgrade: 'echo', ...options.headers }
    const sent = send({ host: '127.0.0.1', rejectUnauthorized: false, ...options, headers })
    sent.on('error', reject)
    sent.on('response', ({ statusCode = 0 }) => resolve(statusCode))
    sent.on('upgrade', (_, socket: Duplex, head: Buffer) => {
      let text = String(head)
      socket.on('data', chunk => (text += String(chunk)))
      socket.on('error', () => {})
      closing.add(async () => void socket.destroy())
      resolve({ socket, received: () => text })
    })
    sent.end()
  })

async function startedAgent({ flags = [] as string[], streamUrl = '' } = {}) {
  const echo = await echoServer()
  const runtimeOptions = { streamUrl: streamUrl || echo.url }
  const bench = await agentBench(closing, { runtimeOptions })
  const port = await freePort()
  await bench.place('a.json', manifest('a'))
  const agent = await bench.start(`--port=${port}`, '--address=127.0.0.1', ...flags)
  await until(() => bench.runtime.running().length === 1, 'a container')
  return {
    ...bench,
    ...echo,
    agent,
    open: (path: string, headers = {}) => upgrade(request, { port, path, headers }),
  }
}

test('a stream is that of the runtime, for a container or a pod', async () => {
  const { open, requests, runtime } = await startedAgent()
  const wanted = '/exec/default/a-node/main?command=cat&command=-u&input=1&output=1&error=1'
  const stream = (await open(wanted, { 'x-stream-version': '4' })) as Upgraded
  stream.socket.write('and back')
  await until(() => stream.received() === 'hello and back', 'the bytes')

  expect(requests[0]).toMatchObject({ url: '/stream/1', headers: { 'x-stream-version': '4' } })
  const requestOf = (method: string) => runtime.calls.find(one => one.method === method)?.request
  expect(requestOf('Exec')).toMatchObject({
    cmd: ['cat', '-u'],
    stdin: true,
    stdout: true,
    stderr: true,
  })

  expect(await open('/attach/default/a-node/main?output=1&error=1&tty=1')).toBeTypeOf('object')
  expect(requestOf('Attach')).toMatchObject({ tty: true, stdout: true })
  expect(await open('/portForward/default/a-node?port=80&port=81')).toBeTypeOf('object')
  expect(requestOf('PortForward')).toMatchObject({ port: [80, 81] })
})

test('a request without a container, a command or a stream is refused, and others are not upgraded', async () => {
  const { open } = await startedAgent()
  expect(await open('/exec/default/a-node/other?command=ls&output=1')).toBe(404)
  expect(await open('/exec/default/a-node/main?output=1')).toBe(400)
  expect(await open('/exec/default/a-node/main?command=ls')).toBe(400)
  expect(await open('/portForward/default/other?port=80')).toBe(404)
  expect(await open('/pods')).toBe(200)
})

test('a stream needs credentials and the debugging handlers', async () => {
  const path = '/exec/default/a-node/main?command=ls&output=1'
  const strict = await startedAgent({ flags: ['--anonymous-auth=false'] })
  expect(await strict.open(path)).toBe(401)
  const plain = await startedAgent({ flags: ['--enable-debugging-handlers=false'] })
  expect(await plain.open(path)).toBe(405)
})

/** A server that serves streams with a clock of the test. */
async function timed(idleMs: number) {
  const { url } = await echoServer()
  const clock = testClock()
  const serve = serveStreams({
    call: (async () => ({ url })) as never,
    clock,
    instanceOf: () => ({ id: 'c1' }) as never,
    sandboxOf: () => undefined,
    idleMs,
  })
  const server = createServer()
  server.on('upgrade', (received, socket, head) => void serve(received, socket, head))
  const port = await listen(server)
  const path = '/exec/n/p/c?command=ls&output=1'
  const stream = (await upgrade(requestPlain as typeof request, { port, path })) as Upgraded
  await until(() => stream.received() === 'hello ', 'the greeting')
  return { stream, clock }
}

const minuteMs = 60_000

test('an idle stream ends after its time, unless the time is 0 (AGENT-232)', async () => {
  const { stream, clock } = await timed(minuteMs)
  clock.advance(minuteMs - 1)
  stream.socket.write('bytes')
  await until(() => stream.received() === 'hello bytes', 'the bytes')
  clock.advance(minuteMs - 1)
  expect(stream.socket.destroyed).toBe(false)
  clock.advance(1)
  await until(() => stream.socket.destroyed, 'the end of the idle stream')

  const endless = await timed(0)
  endless.clock.advance(3 * 60 * minuteMs)
  endless.stream.socket.write('bytes')
  await until(() => endless.stream.received() === 'hello bytes', 'the bytes')
})

test('a stream ends after four hours, idle or not (AGENT-233)', async () => {
  const { stream, clock } = await timed(0)
  clock.advance(4 * 60 * minuteMs - 1)
  expect(stream.socket.destroyed).toBe(false)
  clock.advance(1)
  await until(() => stream.socket.destroyed, 'the end of the old stream')
})

test('all that a runtime has sent is delivered when it ends the stream', async () => {
  const bytes = 5_000_000
  const runtime = createServer()
  runtime.on('upgrade', (_, socket: Duplex) => {
    socket.on('error', () => {})
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n')
    socket.end('x'.repeat(bytes))
  })
  const url = `http://127.0.0.1:${await listen(runtime)}/`
  const { open } = await startedAgent({ streamUrl: url })
  const stream = (await open('/exec/default/a-node/main?command=ls&output=1')) as Upgraded
  await once(stream.socket, 'close')
  expect(stream.received()).toHaveLength(bytes)
})

test('an agent that stops ends streams, also one that its runtime has not answered', async () => {
  const silent = createServer()
  silent.on('upgrade', () => {})
  const url = `http://127.0.0.1:${await listen(silent)}/`
  const { agent, open } = await startedAgent({ streamUrl: url })
  const asked = open('/exec/default/a-node/main?command=ls&output=1')
  const failed = expect(asked).rejects.toThrow('socket hang up')
  await once(silent, 'upgrade')
  await agent.stop()
  await failed
})
