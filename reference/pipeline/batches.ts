import type { Limits } from '../api/limits.ts'
import type { Piece } from '../codecs/codec.ts'

/**
 * Joins pieces into buffers, so that a large list takes few writes. A buffer is complete at about
 * `batchBytes`, or after `turnMs` for pieces that take time to make, so that the event loop can run
 * other work.
 */
export function* joinIntoBatches(
  pieces: Iterable<Piece>,
  { batchBytes, turnMs }: Pick<Limits, 'batchBytes'> & { turnMs?: number },
): Iterable<Buffer> {
  let batch: Buffer[] = []
  let bytes = 0
  let isDue = dueAfter(turnMs)
  for (const piece of pieces) {
    if (piece) {
      batch.push(piece)
      bytes += piece.length
    }
    if (bytes < batchBytes && !isDue()) continue
    yield Buffer.concat(batch)
    batch = []
    bytes = 0
    isDue = dueAfter(turnMs)
  }
  if (batch.length > 0) yield Buffer.concat(batch)
}

function dueAfter(turnMs: number | undefined): () => boolean {
  if (turnMs === undefined) return () => false
  const end = performance.now() + turnMs
  return () => performance.now() >= end
}

/**
 * Returns a single batch as one buffer. Returns all batches if there are several, or if making the
 * first one has taken a turn.
 */
export function singleBatchOrAll(
  batches: Iterable<Buffer>,
  { yieldAfterMs }: Pick<Limits, 'yieldAfterMs'>,
): Buffer | Iterable<Buffer> {
  const isDue = dueAfter(yieldAfterMs)
  const iterator = batches[Symbol.iterator]()
  const one = iterator.next()
  if (one.done === true) return Buffer.alloc(0)
  if (isDue()) return all([one.value], iterator)
  const two = iterator.next()
  return two.done === true ? one.value : all([one.value, two.value], iterator)
}

function* all(begun: Buffer[], rest: Iterator<Buffer>): Iterable<Buffer> {
  yield* begun
  for (let next = rest.next(); next.done !== true; next = rest.next()) yield next.value
}
