// The socket of a server: HTTP/1.1, and HTTP/2 beside it when there is TLS.

import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { ServerOptions, ServerResponse } from 'node:http'
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https'
import type { AddressInfo, Server, Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'

import type { Limits } from '../api/limits.ts'
import type { Parts } from '../parts/parts.ts'
import { limitConnections } from './connections.ts'
import { refuseTunnel } from './framing.ts'
import { type Http2Server, http2ServerOf } from './http2.ts'
import { WebSocketRequest } from './websocket-request.ts'

export type Listening = {
  readonly url: string
  /** Resolves when all requests that run now have been answered. */
  drained(): Promise<void>
  /** Takes no new connection, and ends those that are idle, or will be. */
  close(): Promise<void>
  /** Ends all connections. */
  destroy(): void
}

/** A request that offers to speak another protocol, with what came behind it already. */
export type Upgrade = {
  readonly request: IncomingMessage
  readonly socket: Socket
  readonly head: Buffer
}

/** What is called with each request, and with each upgrade; without that none is noticed. */
export type RequestListeners = {
  readonly request: RequestListener
  readonly upgrade?: (request: IncomingMessage, socket: Socket, head: Buffer) => void
}

/** Listens to a port. @throws when it cannot, or when the certificate cannot be used */
export async function listenTo(
  { request, upgrade }: RequestListeners,
  { listen, limits }: Pick<Parts, 'listen' | 'limits'>,
): Promise<Listening> {
  const { tls, port, bindAddress } = listen
  const options = { ...optionsOf(limits), ...(upgrade && { IncomingMessage: WebSocketRequest }) }
  const http2 = tls && http2ServerOf(request, limits)
  const server =
    tls && http2
      ? secureServer({ ...options, ...tls, handshakeTimeout: limits.headerWaitMs }, http2)
      : createServer(options)
  server.on('request', request)
  // Node would leave out those beyond its own number, be they credentials, and say nothing.
  Object.assign(server, { maxHeadersCount: 0 })
  server.on('connect', refuseTunnel)
  const connections = limitConnections(server, limits.connectionsMax)
  server.on('request', ({ socket }: IncomingMessage) => connections.asked(socket))
  // Node notices no upgrade as long as nobody listens.
  if (upgrade) server.on('upgrade', upgrade)
  if (upgrade) server.on('upgrade', ({ socket }: IncomingMessage) => connections.asked(socket))
  http2?.onFirstRequest(connections.asked)
  const { drained, close, destroy } = closing(server, http2)
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

type SecureOptions = ReturnType<typeof optionsOf> & {
  cert: string
  key: string
  handshakeTimeout: number
}

/**
 * A server with TLS that hands the connections of HTTP/2 on. `createSecureServer` of `node:http2`
 * speaks both, but gives HTTP/1.1 none of the bounds above: Node 20 drops these options there.
 */
function secureServer(options: SecureOptions, http2: Http2Server): SecureServer {
  const server = createSecureServer({ ...options, ALPNProtocols: ['h2', 'http/1.1'] })
  const [beginHttp1] = server.listeners('secureConnection')
  server.removeAllListeners('secureConnection')
  server.on('secureConnection', (socket: TLSSocket) => {
    if (socket.alpnProtocol === 'h2') http2.begin(socket)
    else beginHttp1?.call(server, socket)
  })
  return server
}

function closing(
  server: Server,
  http2: Http2Server | undefined,
): Pick<Listening, 'drained' | 'close' | 'destroy'> {
  const sockets = new Set<Socket>()
  const answering = new Set<ServerResponse>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  // A connection that becomes idle while the server closes has nothing left to wait for.
  function follow({ httpVersionMajor, socket }: IncomingMessage, response: ServerResponse): void {
    // One whose connection has been cut off is never answered, nor closed.
    if (socket.destroyed) return
    answering.add(response)
    response.once('close', () => {
      answering.delete(response)
      if (!server.listening && httpVersionMajor === 1) socket.end()
    })
  }
  server.on('request', follow)
  http2?.onRequest(follow)

  async function drained(): Promise<void> {
    await Promise.all([...answering].map(response => once(response, 'close')))
  }

  function close(): Promise<void> {
    const closed = new Promise<void>(resolve => server.close(() => resolve()))
    http2?.close()
    return closed
  }

  function destroy(): void {
    for (const socket of sockets) socket.destroy()
  }

  return { drained, close, destroy }
}

function urlOf(server: Server, scheme: string): string {
  // A server on a port has an address of this shape.
  const { address, family, port } = server.address() as AddressInfo
  return `${scheme}://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}
