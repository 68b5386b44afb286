import { constants, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2'
import type { TLSSocket } from 'node:tls'

import type { Limits, Rate } from '../api/limits.ts'
import { tokenBucket } from './token-bucket.ts'

type Guarded = { session: ServerHttp2Session; socket: TLSSocket }

type SessionLimits = Pick<
  Limits,
  'headerWaitMs' | 'idleMs' | 'endWaitMs' | 'streamResets' | 'controlFrames'
>

/**
 * Ends HTTP/2 connections that do not start a session, that are idle, or whose client resets
 * streams or sends control frames too fast. Neither Node 20.20 nor nghttp2 1.61 ends a session for
 * these: after 1,000 resets they only send a GOAWAY, and a PING keeps a session without streams
 * alive.
 */
export function http2SessionGuard(limits: SessionLimits): (guarded: Guarded) => void {
  const { headerWaitMs, idleMs, endWaitMs, streamResets, controlFrames } = limits
  const quotas = { resets: sharedQuota(streamResets), controls: sharedQuota(controlFrames) }

  return ({ session, socket }) => {
    const spendReset = quotas.resets()
    const spendControl = quotas.controls()
    let open = 0
    let isEnding = false
    const late = setTimeout(end, headerWaitMs)
    const idle = setTimeout(() => open === 0 && leave(), idleMs)

    session.once('remoteSettings', () => clearTimeout(late))
    session.on('remoteSettings', control)
    session.on('ping', control)
    session.on('stream', (stream: ServerHttp2Stream) => {
      if (isEnding) return endNow()
      open += 1
      stream.once('close', () => {
        open -= 1
        // A stream that ends with its connection is no reset, so it does not use the shared quota.
        if (session.destroyed || socket.destroyed) return
        if (open === 0) idle.refresh()
        // Either side may have ended it, with any error code.
        const isReset = stream.aborted || stream.rstCode !== constants.NGHTTP2_NO_ERROR
        if (isReset && !spendReset()) end()
      })
    })
    socket.once('close', () => {
      clearTimeout(late)
      clearTimeout(idle)
    })

    function control(): void {
      if (!spendControl()) end()
    }

    function end(): void {
      if (isEnding) return
      isEnding = true
      // Not immediately, because this may be called while nghttp2 closes a stream: Node 20.20 would
      // then request data from that stream endlessly and never return. One read of the socket may
      // contain a thousand requests; the next stream that starts also ends the session.
      setImmediate(endNow)
    }

    function endNow(): void {
      if (session.destroyed) return
      session.goaway(constants.NGHTTP2_ENHANCE_YOUR_CALM)
      session.destroy()
      endSocket()
    }

    function leave(): void {
      session.close()
      endSocket()
    }

    /**
     * Destroys the socket after `endWaitMs`, since Node waits without a limit for the other side to
     * close.
     */
    function endSocket(): void {
      const timer = setTimeout(() => socket.destroy(), endWaitMs)
      socket.once('close', () => clearTimeout(timer))
    }
  }
}

/**
 * Creates a quota per session and one for all sessions. When the shared quota is used up, a session
 * that has recently spent more than a tenth of its burst is over its quota as well: fifty
 * connections that spend their full quotas in one turn of the event loop would block it for
 * seconds.
 */
function sharedQuota({ burst, perSecond }: Rate): () => () => boolean {
  const all = tokenBucket({ burst: 2 * burst, perSecond: 10 * perSecond })
  return () => {
    const own = tokenBucket({ burst, perSecond })
    return () => {
      const isCrowded = all.take() < 0
      const left = own.take()
      return left >= (isCrowded ? 0.9 * burst : 0)
    }
  }
}
