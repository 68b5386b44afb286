// Listens for HTTP/1.1, and with TLS also for HTTP/2.

import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { ServerOptions, ServerResponse } from 'node:http'
import { createServer as createSecureServer, Server as SecureServer } from 'node:https'
import type { AddressInfo, Server, Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'

import type { Limits } from '../api/limits.ts'
import type { Parts } from '../parts/parts.ts'
import { clientCertificateOptions } from './client-certificates.ts'
import { limitConnections } from './connections.ts'
import { refuseTunnel } from './framing.ts'
import { type Http2Server, http2ServerOf } from './http2.ts'
import { WebSocketRequest } from './websocket-request.ts'

/** A server that accepts connections. */
export type Listening = {
  readonly url: string
  /** Resolves when all requests that are running now have been answered. */
  drained(): Promise<void>
  /** Accepts no new connections, and closes those that are idle or become idle. */
  close(): Promise<void>
  /** Ends all connections. */
  destroy(): void
}

/** A request with an `Upgrade` header, and the bytes that follow it. */
export type Upgrade = {
  readonly request: IncomingMessage
  readonly socket: Socket
  readonly head: Buffer
}

/**
 * The listeners for requests and upgrades; without `upgrade`, upgrades are treated as plain
 * requests.
 */
export type RequestListeners = {
  readonly request: RequestListener
  readonly upgrade?: (request: IncomingMessage, socket: Socket, head: Buffer) => void
}

type ListenParts = Pick<Parts, 'listen' | 'limits' | 'clientAuthorities' | 'requestHeaders'>

/** Listens on a port. @throws when it cannot listen or the certificate is unusable */
export async function listenTo(
  { request, upgrade }: RequestListeners,
  { listen, limits, clientAuthorities, requestHeaders }: ListenParts,
): Promise<Listening> {
  const { tls, port, bindAddress } = listen
  const options = { ...optionsOf(limits), ...(upgrade && { IncomingMessage: WebSocketRequest }) }
  const http2 = tls && http2ServerOf(request, limits)
  const authorities = [clientAuthorities, requestHeaders?.authorities].filter(one => !!one)
  const secure = tls && secureContext(tls, authorities)
  const server =
    secure && http2
      ? secureServer({ ...options, ...secure, handshakeTimeout: limits.headerWaitMs }, http2)
      : createServer(options)
  if (tls && server instanceof SecureServer)
    for (const { onChange } of authorities)
      server.on(
        'close',
        onChange(() => server.setSecureContext(secureContext(tls, authorities))),
      )
  server.on('request', request)
  // With its default limit, Node silently drops headers beyond a number, even credentials.
  Object.assign(server, { maxHeadersCount: 0 })
  server.on('connect', refuseTunnel)
  const connections = limitConnections(server, limits.connectionsMax)
  server.on('request', ({ socket }: IncomingMessage) => connections.noteRequest(socket))
  // Node detects upgrades only if there is a listener.
  if (upgrade) server.on('upgrade', upgrade)
  if (upgrade)
    server.on('upgrade', ({ socket }: IncomingMessage) => connections.noteRequest(socket))
  http2?.onFirstRequest(connections.noteRequest)
  const { drained, close, destroy } = closing(server, http2)
  server.listen(port, bindAddress)
  await once(server, 'listening')
  return { url: urlOf(server, tls ? 'https' : 'http'), drained, close, destroy }
}

/** The certificate of the server, and whether it requests those of clients. */
const secureContext = (
  tls: NonNullable<Parts['listen']['tls']>,
  authorities: readonly NonNullable<Parts['clientAuthorities']>[],
) => ({
  ...tls,
  ...(authorities.length > 0 &&
    clientCertificateOptions(authorities.flatMap(({ current }) => current()))),
})

/** The limits of HTTP/1.1. Node refuses requests that exceed them with a plain response. */
const optionsOf = (limits: Limits) =>
  ({
    maxHeaderSize: limits.headerBytesMax,
    // Otherwise Node refuses a request without a Host, but still processes the bytes after it.
    requireHostHeader: false,
    headersTimeout: limits.headerWaitMs,
    requestTimeout: limits.bodyWaitMs,
    keepAliveTimeout: limits.idleMs,
    // How often Node checks for connections that exceed the time limits.
    connectionsCheckingInterval: Math.min(1000, limits.headerWaitMs),
  }) satisfies ServerOptions

type SecureOptions = ReturnType<typeof optionsOf> &
  ReturnType<typeof secureContext> & { handshakeTimeout: number }

/**
 * Creates a TLS server that passes HTTP/2 connections on. `createSecureServer` of `node:http2`
 * serves both protocols, but in Node 20 it ignores the limits above for HTTP/1.1.
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
  // While the server closes, a connection is closed as soon as it becomes idle.
  function follow({ httpVersionMajor, socket }: IncomingMessage, response: ServerResponse): void {
    // The response on a destroyed connection never emits `close`.
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
  // The address of a server on a port is an AddressInfo.
  const { address, family, port } = server.address() as AddressInfo
  return `${scheme}://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}
