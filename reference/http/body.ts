import type { IncomingMessage } from 'node:http'
import { constants, Http2ServerRequest } from 'node:http2'
import { setImmediate } from 'node:timers/promises'

import type { Limits } from '../api/limits.ts'
import { bodyTooLarge } from '../api/status.ts'
import type { LargeBodies } from './large-bodies.ts'

type BodyLimits = Pick<Limits, 'bodyBytesMax' | 'bodyWaitMs' | 'largeBodyBytes'>

/**
 * Reads a body, keeping at most `bodyBytesMax` of it. A large body then waits for its turn. @throws
 * 413
 */
export async function readBody(
  request: IncomingMessage,
  limits: BodyLimits,
  large: Pick<LargeBodies, 'enter'>,
): Promise<Buffer> {
  const { bodyBytesMax, bodyWaitMs } = limits
  if (Number(request.headers['content-length'] ?? 0) > bodyBytesMax)
    throw bodyTooLarge(bodyBytesMax)
  // For HTTP/1.1, Node enforces the time limit.
  const pieces = await (request instanceof Http2ServerRequest
    ? gatheredInTime(request, { bytesMax: bodyBytesMax, bodyWaitMs })
    : gathered(request, bodyBytesMax))
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0)
  // Concatenating a large body in the current turn would block the event loop.
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
    // The response is known to be closed only a little later, when the stream has closed.
    await setImmediate()
    throw error
  } finally {
    clearTimeout(late)
  }
}

async function gathered(request: IncomingMessage, bytesMax: number): Promise<Buffer[]> {
  const pieces: Buffer[] = []
  let bytes = 0
  // Keep the request open: the rest of a body that is too large is read and discarded later.
  for await (const piece of request.iterator({ destroyOnReturn: false })) {
    bytes += piece.length
    if (bytes > bytesMax) throw bodyTooLarge(bytesMax)
    pieces.push(piece)
  }
  return pieces
}

/** Discards the rest of a body, up to a number of bytes and a time. */
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
