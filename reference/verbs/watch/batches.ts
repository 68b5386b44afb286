// What is there at once leaves together, in pieces of about this size.
const batchBytes = 64 * 1024

/** Joins buffers, in order; one that is larger than a batch is a batch of its own. */
export function* batchFrames(buffers: Iterable<Buffer>): Iterable<Buffer> {
  let batch: Buffer[] = []
  let bytes = 0
  for (const buffer of buffers) {
    if (bytes > 0 && bytes + buffer.length > batchBytes) {
      yield joined(batch)
      batch = []
      bytes = 0
    }
    batch.push(buffer)
    bytes += buffer.length
  }
  if (bytes > 0) yield joined(batch)
}

/** One buffer is not copied: it may be shared by many. */
function joined(buffers: readonly Buffer[]): Buffer {
  const [only] = buffers
  return only !== undefined && buffers.length === 1 ? only : Buffer.concat(buffers)
}
