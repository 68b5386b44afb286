// A proxy on loopback that passes everything on and notes in which media types both sides spoke, so
// that a client that falls back to JSON is seen to do so.

import { readFileSync } from 'node:fs'
import { createServer, request as overTcp } from 'node:http'
import type { IncomingMessage, RequestOptions, ServerResponse } from 'node:http'
import { request as overTls } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Connection, Credential } from '../../../fixtures/client/client.ts'

/** One exchange: what was asked, and the media types of both bodies; empty without a body. */
export type RecordedExchange = {
  verb: string
  /** Without its query. */
  path: string
  isWatch: boolean
  sent: string
  status: number
  got: string
}

export type RecordingProxy = {
  /** Plain HTTP, whatever the server speaks: clients send no credentials over it. */
  url: string
  /** What was spoken since this was asked last. */
  takeExchanges(): RecordedExchange[]
  /** Whether a watch has been answered since then. */
  hasWatch(): boolean
  close(): Promise<void>
}

/** A proxy before the server; requests reach it with this credential, whoever sends them. */
export async function startRecordingProxy(
  connection: Connection,
  { token }: Credential,
): Promise<RecordingProxy> {
  let spoken: RecordedExchange[] = []
  const upstream = upstreamOf(connection, token)
  const server = createServer((asked, answer) => {
    pass({ asked, answer, upstream, note: one => spoken.push(one) })
  })
  server.on('upgrade', (asked, socket: Socket) => {
    passUpgrade({ asked, socket, upstream, note: one => spoken.push(one) })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    takeExchanges: () => {
      const exchanges = spoken
      spoken = []
      return exchanges
    },
    hasWatch: () => spoken.some(({ isWatch }) => isWatch),
    close: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

type Upstream = (options: RequestOptions) => ReturnType<typeof overTcp>

function upstreamOf(connection: Connection, token: string | undefined): Upstream {
  const { url, certificateAuthority } = connection
  const { hostname, port, protocol } = new URL(url)
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const ca = certificateAuthority === undefined ? {} : { ca: textOf(certificateAuthority) }
  const send = protocol === 'https:' ? overTls : overTcp
  return ({ headers, ...options }) =>
    send({ ...options, hostname, port, ...ca, headers: { ...headers, ...authorization } })
}

/** A certificate authority is named by its file, or given as it is. */
const textOf = (given: string): string =>
  given.startsWith('-----BEGIN') ? given : readFileSync(given, 'utf8')

type Passing = {
  asked: IncomingMessage
  answer: ServerResponse
  upstream: Upstream
  note: (spoken: RecordedExchange) => void
}

const spokenOf = (asked: IncomingMessage, got: IncomingMessage): RecordedExchange => ({
  verb: asked.method ?? 'GET',
  path: (asked.url ?? '/').replace(/\?.*/, ''),
  isWatch: /[?&]watch=(true|1)/.test(asked.url ?? ''),
  sent: asked.headers['content-type'] ?? '',
  status: got.statusCode ?? 0,
  got: got.headers['content-type'] ?? '',
})

function pass({ asked, answer, upstream, note }: Passing): void {
  const { method = 'GET', url = '/', headers } = asked
  const further = upstream({ method, path: url, headers })
  further.on('response', got => {
    note(spokenOf(asked, got))
    answer.writeHead(got.statusCode ?? 0, got.headers)
    // The headers of a watch come before its first event.
    answer.flushHeaders()
    got.pipe(answer)
    got.on('error', () => answer.destroy())
  })
  // Each side ends when the other does: a client that leaves ends its watches.
  further.on('error', () => answer.destroy())
  answer.on('close', () => further.destroy())
  asked.pipe(further)
}

type PassingUpgrade = Omit<Passing, 'answer'> & { socket: Socket }

/** A request for another protocol, as for a watch over a WebSocket: bytes, once it is granted. */
function passUpgrade({ asked, socket, upstream, note }: PassingUpgrade): void {
  const { method = 'GET', url = '/', headers } = asked
  const further = upstream({ method, path: url, headers })
  const begin = (got: IncomingMessage, isGranted: boolean) => {
    note(spokenOf(asked, got))
    const { 'transfer-encoding': _framed, connection: _other, ...kept } = got.headers
    const connection = isGranted ? 'Upgrade' : 'close'
    const lines = Object.entries({ ...kept, connection }).map(
      ([name, value]) => `${name}: ${value}`,
    )
    socket.write([`HTTP/1.1 ${got.statusCode} ${got.statusMessage}`, ...lines, '', ''].join('\r\n'))
  }
  further.on('upgrade', (got: IncomingMessage, other: Duplex, head: Buffer) => {
    begin(got, true)
    // The first messages may come with the head.
    socket.write(head)
    other.pipe(socket).pipe(other)
    other.on('error', () => socket.destroy())
    socket.on('close', () => other.destroy())
  })
  further.on('response', got => {
    begin(got, false)
    got.pipe(socket)
    got.on('error', () => socket.destroy())
  })
  further.on('error', () => socket.destroy())
  socket.on('error', () => further.destroy())
  socket.on('close', () => further.destroy())
  further.end()
}
