import type { IncomingMessage } from 'node:http'
import { constants, Http2ServerRequest } from 'node:http2'
import { setImmediate } from 'node:timers/promises'

import type { Limits } from '../api/limits.ts'
import { bodyTooLarge } from '../api/status.ts'

/** Reads a body and keeps no more of it than a limit. @throws 413 beyond it */
export async function readBody(
  request: IncomingMessage,
  { bodyBytesMax: bytesMax, bodyWaitMs }: Pick<Limits, 'bodyBytesMax' | 'bodyWaitMs'>,
): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw bodyTooLarge(bytesMax)
  // Node watches over the time of HTTP/1.1.
  if (!(request instanceof Http2ServerRequest)) return gathered(request, bytesMax)
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

async function gathered(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let bytes = 0
  // The rest of a body that is too large can still be read and thrown away.
  for await (const piece of request.iterator({ destroyOnReturn: false })) {
    bytes += piece.length
    if (bytes > bytesMax) throw bodyTooLarge(bytesMax)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
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
