import type { IncomingMessage } from 'node:http'
import { constants, Http2ServerRequest } from 'node:http2'
import { setImmediate } from 'node:timers/promises'

import type { Limits } from '../api/limits.ts'
import { bodyTooLarge } from '../api/status.ts'
import type { LargeBodies } from './large-bodies.ts'

type BodyLimits = Pick<Limits, 'bodyBytesMax' | 'bodyWaitMs' | 'largeBodyBytes'>

/** Reads a body and keeps no more of it than a limit; a large one waits then. @throws 413 */
export async function readBody(
  request: IncomingMessage,
  limits: BodyLimits,
  large: Pick<LargeBodies, 'enter'>,
): Promise<Buffer> {
  const { bodyBytesMax, bodyWaitMs } = limits
  if (Number(request.headers['content-length'] ?? 0) > bodyBytesMax)
    throw bodyTooLarge(bodyBytesMax)
  // Node watches over the time of HTTP/1.1.
  const pieces = await (request instanceof Http2ServerRequest
    ? gatheredInTime(request, { bytesMax: bodyBytesMax, bodyWaitMs })
    : gathered(request, bodyBytesMax))
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0)
  // To put many together in one turn would hold others up by itself.
  return bytes < limits.largeBodyBytes ? Buffer.concat(pieces, bytes) : large.enter(request, pieces)
}

async function gatheredInTime(
  request: Http2ServerRequest & IncomingMessage,
  { bytesMax, bodyWaitMs }: { bytesMax: number; bodyWaitMs: number },
): Promise<Buffer[]> {
  const late = setTimeout(() => request.stream.close(constants.NGHTTP2_CANCEL), bodyWaitMs)
  try {
    return await gathered(request, bytesMax)
  } catch (error) {
    // That nobody is there any more is known only when the stream has closed, a little later.
    await setImmediate()
    throw error
  } finally {
    clearTimeout(late)
  }
}

async function gathered(request: IncomingMessage, bytesMax: number): Promise<Buffer[]> {
  const pieces: Buffer[] = []
  let bytes = 0
  // The rest of a body that is too large can still be read and thrown away.
  for await (const piece of request.iterator({ destroyOnReturn: false })) {
    bytes += piece.length
    if (bytes > bytesMax) throw bodyTooLarge(bytesMax)
    pieces.push(piece)
  }
  return pieces
}

/** Throws away what a client still sends, up to a number of bytes and a time. */
export function discardRest(
  request: IncomingMessage,
  { bytesMax, waitMs }: { bytesMax: number; waitMs: number },
): Promise<void> {
  return new Promise(resolve => {
    let bytes = 0
    const timer = setTimeout(done, waitMs)
    function done() {
      clearTimeout(timer)
      resolve()
    }
    request.on('data', piece => {
      bytes += piece.length
      if (bytes > bytesMax) done()
    })
    request.once('end', done).once('close', done)
    if (request.readableEnded || request.destroyed) done()
  })
}
