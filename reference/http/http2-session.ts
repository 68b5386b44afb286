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
 * Ends connections of HTTP/2 that do not begin, on which nothing is asked, or whose client abandons
 * requests or sends control frames faster than any program has a reason to. Neither Node 20.20 nor
 * nghttp2 1.61 ends a session for these: after 1,000 resets they send a GOAWAY and nothing else
 * changes, and a PING keeps a session that has no streams.
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
        // What ends with its connection is no reset, and costs those on other connections nothing.
        if (session.destroyed || socket.destroyed) return
        if (open === 0) idle.refresh()
        // Whichever side ended it, and with whatever code.
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
      // Not at once: this may be called while nghttp2 closes a stream. Node 20.20 would ask that
      // stream for data that it has no more, again and again, and never return. What was read at
      // once may hold a thousand requests; the next one that begins ends the session as well.
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

    /** Node waits for the other side to close as well, for as long as it takes. */
    function endSocket(): void {
      const timer = setTimeout(() => socket.destroy(), endWaitMs)
      socket.once('close', () => clearTimeout(timer))
    }
  }
}

/**
 * A quota for each session, and one for all of them together. When that one is used up, a session
 * that has recently spent more than its share of it is over its quota as well: fifty connections
 * that spend all they may in one turn of the event loop would hold it up for seconds.
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
