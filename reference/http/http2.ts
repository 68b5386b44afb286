import type { RequestListener } from 'node:http'
import { createServer, type ServerHttp2Session } from 'node:http2'
import type { TLSSocket } from 'node:tls'

import type { Limits } from '../api/limits.ts'
import { refuseTunnel } from './framing.ts'
import { http2SessionGuard } from './http2-session.ts'

/** HTTP/2 on connections that others accept. */
export type Http2Server = {
  /** Speaks HTTP/2 on a connection on which that has been agreed on. */
  begin(socket: TLSSocket): void
  onRequest(listener: RequestListener): void
  /** Calls back when the first request of a connection comes. */
  onFirstRequest(listener: (socket: TLSSocket) => void): void
  /** Ends each connection when its streams have ended, and takes no new streams. */
  close(): void
}

export function http2ServerOf(listener: RequestListener, limits: Limits): Http2Server {
  const { streamsMax, headersMax, headerBytesMax } = limits
  const sessions = new Set<ServerHttp2Session>()
  const guard = http2SessionGuard(limits)
  const server = createServer({
    settings: { maxConcurrentStreams: streamsMax, maxHeaderListSize: headerBytesMax },
    // The five that each request may have of its own, and one too many: that one is refused with
    // a reason. Beyond it, Node refuses the stream.
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
    // The requests and responses of HTTP/2 are made to be used like those of HTTP/1.1.
    onRequest: more => void server.on('request', more as never),
    onFirstRequest: listener => void (hadFirst = listener),
    close() {
      for (const session of sessions) session.close()
    },
  }
}

// In megabytes. Streams whose client does not read keep what was written to them.
const maxSessionMemory = 64
