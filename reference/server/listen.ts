// The socket of a server: HTTP/1.1, and HTTP/2 beside it when there is TLS.

import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { ServerOptions, ServerResponse } from 'node:http'
import { createSecureServer, type Http2SecureServer, type ServerHttp2Session } from 'node:http2'
import type { AddressInfo, Server, Socket } from 'node:net'

import type { Limits } from '../api/limits.ts'
import type { Parts } from '../api/parts.ts'

export type Listening = {
  readonly url: string
  /** Resolves when all requests that run now have been answered. */
  drained(): Promise<void>
  /** Takes no new connection, and ends those that are idle, or will be. */
  close(): Promise<void>
  /** Ends all connections. */
  destroy(): void
}

/** Listens to a port. @throws when it cannot, or when the certificate cannot be used */
export async function listenTo(
  listener: RequestListener,
  { listen, limits }: Pick<Parts, 'listen' | 'limits'>,
): Promise<Listening> {
  const { tls, port, bindAddress } = listen
  const options = optionsOf(limits)
  const server = tls
    ? secureServer({ ...options, ...tls, handshakeTimeout: limits.headerWaitMs }, listener)
    : createServer(options, listener)
  // Node would leave out those beyond its own number, be they credentials, and say nothing.
  Object.assign(server, { maxHeadersCount: 0 })
  server.on('connect', refuseTunnel)
  const { drained, close, destroy } = closing(server)
  server.listen(port, bindAddress)
  await once(server, 'listening')
  return { url: urlOf(server, tls ? 'https' : 'http'), drained, close, destroy }
}

/** The bounds of HTTP/1.1. What is late or too long is refused by Node, in a bare answer. */
const optionsOf = (limits: Limits) =>
  ({
    maxHeaderSize: limits.headerBytesMax,
    // Node would refuse a request without a host, and then carry out what came behind it.
    requireHostHeader: false,
    headersTimeout: limits.headerWaitMs,
    requestTimeout: limits.bodyWaitMs,
    keepAliveTimeout: limits.idleMs,
    // How often Node looks for those who are late.
    connectionsCheckingInterval: Math.min(1000, limits.headerWaitMs),
  }) satisfies ServerOptions

/** Nothing is behind this server that it could connect a client to. */
function refuseTunnel({ httpVersionMajor }: IncomingMessage, to: Socket | ServerResponse): void {
  if (httpVersionMajor === 1) {
    to.end('HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  } else if ('writeHead' in to) to.writeHead(405).end()
}

type SecureOptions = ReturnType<typeof optionsOf> & {
  cert: string
  key: string
  handshakeTimeout: number
}

function secureServer(options: SecureOptions, listener: RequestListener): Http2SecureServer {
  const settings = {
    maxConcurrentStreams: streamsMax,
    maxHeaderListSize: options.maxHeaderSize,
  }
  const server = createSecureServer({
    ...options,
    allowHTTP1: true,
    // Servers of HTTP/1.1 have this by themselves. Without it an answer in several writes waits for
    // the client to acknowledge the first of them.
    noDelay: true,
    settings,
    maxSessionMemory,
  })
  // The requests and responses of HTTP/2 are made to be used like those of HTTP/1.1.
  return server.on('request', listener as never)
}

/** What genuine servers allow a client to do on one connection at the same time. */
const streamsMax = 250

// In megabytes. Streams whose client does not read keep what was written to them.
const maxSessionMemory = 64

type AnyServer = Server | Http2SecureServer

function closing(server: AnyServer): Pick<Listening, 'drained' | 'close' | 'destroy'> {
  const sockets = gathered<Socket>(server, 'connection')
  const sessions = gathered<ServerHttp2Session>(server, 'session')
  const answering = new Set<ServerResponse>()
  // A connection that becomes idle while the server closes has nothing left to wait for.
  server.on('request', ({ httpVersionMajor, socket }, response: ServerResponse) => {
    // One whose connection has been cut off is never answered, nor closed.
    if (socket.destroyed) return
    answering.add(response)
    response.once('close', () => {
      answering.delete(response)
      if (!server.listening && httpVersionMajor === 1) socket.end()
    })
  })

  async function drained(): Promise<void> {
    await Promise.all([...answering].map(response => once(response, 'close')))
  }

  function close(): Promise<void> {
    const closed = new Promise<void>(resolve => server.close(() => resolve()))
    for (const session of sessions) session.close()
    return closed
  }

  function destroy(): void {
    for (const socket of sockets) socket.destroy()
  }

  return { drained, close, destroy }
}

/** What a server tells of and what is not closed yet. */
function gathered<T extends Socket | ServerHttp2Session>(
  server: AnyServer,
  event: 'connection' | 'session',
): Set<T> {
  const open = new Set<T>()
  server.on(event, (one: T) => {
    open.add(one)
    one.once('close', () => open.delete(one))
  })
  return open
}

function urlOf(server: AnyServer, scheme: string): string {
  // A server on a port has an address of this shape.
  const { address, family, port } = server.address() as AddressInfo
  return `${scheme}://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}
