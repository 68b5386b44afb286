import type { RequestListener } from 'node:http'
import { createServer, type ServerHttp2Session } from 'node:http2'
import type { TLSSocket } from 'node:tls'

import type { Limits } from '../api/limits.ts'
import { refuseTunnel } from './framing.ts'
import { http2SessionGuard } from './http2-session.ts'

/** Serves HTTP/2 on TLS connections that another server accepts. */
export type Http2Server = {
  /** Starts HTTP/2 on a connection that has negotiated it. */
  begin(socket: TLSSocket): void
  onRequest(listener: RequestListener): void
  /** Registers the callback for the first request of a connection. */
  onFirstRequest(listener: (socket: TLSSocket) => void): void
  /** Closes each connection when its streams have ended, and accepts no new streams. */
  close(): void
}

export function http2ServerOf(listener: RequestListener, limits: Limits): Http2Server {
  const { streamsMax, headersMax, headerBytesMax } = limits
  const sessions = new Set<ServerHttp2Session>()
  const guard = http2SessionGuard(limits)
  const server = createServer({
    settings: { maxConcurrentStreams: streamsMax, maxHeaderListSize: headerBytesMax },
    // Five pseudo-headers per request, and one header over the limit: such a request is refused
    // with a reason. Beyond it, Node refuses the stream.
    maxHeaderListPairs: headersMax + 6,
    maxSessionMemory,
  })
  server.on('request', listener as never)
  server.on('connect', refuseTunnel as never)
  let hadFirst = (_socket: TLSSocket) => {}

  function begin(socket: TLSSocket): void {
    server.once('session', session => {
      sessions.add(session)
      session.once('close', () => sessions.delete(session))
      session.once('stream', () => hadFirst(socket))
      guard({ session, socket })
    })
    server.emit('connection', socket)
  }

  return {
    begin,
    // The HTTP/2 compatibility API has the same request and response interface as HTTP/1.1.
    onRequest: more => void server.on('request', more as never),
    onFirstRequest: listener => void (hadFirst = listener),
    close() {
      for (const session of sessions) session.close()
    },
  }
}

// In megabytes. Data that a client does not read stays in the memory of the session.
const maxSessionMemory = 64
