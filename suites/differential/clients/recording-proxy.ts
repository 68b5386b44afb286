// A proxy on loopback that forwards all requests and records the media types of both sides, which
// shows whether a client falls back to JSON.

import { readFileSync } from 'node:fs'
import { createServer, request as overTcp } from 'node:http'
import type { IncomingMessage, RequestOptions, ServerResponse } from 'node:http'
import { request as overTls } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Connection, Credential } from '../../../fixtures/client/client.ts'

/** A request and its response, with the media types of both bodies. Empty if there is no body. */
export type RecordedExchange = {
  verb: string
  /** The path without the query. */
  path: string
  isWatch: boolean
  sent: string
  status: number
  got: string
}

export type RecordingProxy = {
  /** A URL of plain HTTP, even if the server uses TLS. Clients send no credentials to it. */
  url: string
  /** Returns the exchanges since the last call, and forgets them. */
  takeExchanges(): RecordedExchange[]
  /** Returns whether a watch has been answered since the last call of `takeExchanges`. */
  hasWatch(): boolean
  close(): Promise<void>
}

/** Starts a proxy that adds this credential to all requests. */
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

/** Accepts a PEM text or the name of a file. */
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
    // Send the headers of a watch before its first event.
    answer.flushHeaders()
    got.pipe(answer)
    got.on('error', () => answer.destroy())
  })
  // Close each side when the other one closes, so that a client that disconnects ends its watches.
  further.on('error', () => answer.destroy())
  answer.on('close', () => further.destroy())
  asked.pipe(further)
}

type PassingUpgrade = Omit<Passing, 'answer'> & { socket: Socket }

/** Forwards an upgrade request, such as a watch over a WebSocket, and then the raw bytes. */
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
    // The head may already contain the first messages.
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
