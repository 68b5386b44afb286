import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startRecordingProxy } from './recording-proxy.ts'

async function serverThatAnswers(body: string) {
  const seen: (string | undefined)[] = []
  const server = createServer((asked, answer) => {
    seen.push(asked.headers.authorization)
    answer.writeHead(201, { 'content-type': 'text/x-answer' })
    asked.on('data', (bytes: Buffer) => answer.write(bytes))
    asked.on('end', () => answer.end(body))
  })
  return { url: await urlOf(server), seen }
}

async function urlOf(server: Server): Promise<string> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}

test('forwards requests and responses, and records their media types', async () => {
  const server = await serverThatAnswers('pong')
  const wire = await startRecordingProxy({ url: server.url }, { token: 'secret' })
  onTestFinished(wire.close)

  const headers = { 'content-type': 'text/x-question' }
  const answer = await fetch(`${wire.url}/a?watch=1`, { method: 'POST', headers, body: 'ping ' })

  expect(await answer.text()).toBe('ping pong')
  expect(server.seen).toEqual(['Bearer secret'])
  expect(wire.hasWatch()).toBe(true)
  expect(wire.takeExchanges()).toEqual([
    {
      verb: 'POST',
      path: '/a',
      isWatch: true,
      sent: 'text/x-question',
      status: 201,
      got: 'text/x-answer',
    },
  ])
  expect(wire.takeExchanges()).toEqual([])
})

test('aborts where the server does', async () => {
  const server = await serverThatAnswers('')
  const wire = await startRecordingProxy({ url: server.url.replace(/\d+$/, '1') }, {})
  onTestFinished(wire.close)

  await expect(fetch(wire.url)).rejects.toThrow('fetch failed')
})

test('switches to another protocol once the server does', async () => {
  const server = createServer()
  server.on('upgrade', (_asked, socket: Socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n')
    socket.pipe(socket)
  })
  const wire = await startRecordingProxy({ url: await urlOf(server) }, {})
  onTestFinished(wire.close)

  const { socket } = await upgraded(wire.url)
  socket.write('ping')

  expect(String((await once(socket, 'data'))[0])).toBe('ping')
  expect(wire.takeExchanges()).toMatchObject([{ path: '/a', isWatch: true, status: 101 }])
  socket.destroy()
})

test('forwards the response of a server that does not switch protocols', async () => {
  const server = await serverThatAnswers('no')
  const wire = await startRecordingProxy({ url: server.url }, {})
  onTestFinished(wire.close)

  const { status, text } = await upgraded(wire.url)

  expect([status, text]).toEqual([201, 'no'])
})

/** Requests an upgrade to the protocol `echo` and returns the response. */
async function upgraded(url: string) {
  const asked = request(`${url}/a?watch=1`, { headers: { connection: 'Upgrade', upgrade: 'echo' } })
  asked.end()
  const granted = once(asked, 'upgrade') as Promise<[IncomingMessage, Socket]>
  const refused = once(asked, 'response') as Promise<[IncomingMessage]>
  const [answer, socket = answer.socket] = await Promise.race([granted, refused])
  const status = answer.statusCode
  return { status, socket, text: status === 101 ? '' : (await answer.toArray()).join('') }
}
