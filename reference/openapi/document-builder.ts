// Documents that are long in the making: made in turns, so that others are heard meanwhile, and kept
// as long as there is room.

import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'

/** The bytes of a document, and the hash of them, in capital hexadecimal digits. */
export type CachedDocument = { readonly bytes: Buffer; readonly hash: string }

const batchLength = 64 * 1024

/** Puts a document together, at most some milliseconds at a time. */
export async function buildDocument(
  pieces: Iterable<string | Uint8Array>,
  turnMs: number,
): Promise<CachedDocument> {
  const digest = createHash('sha512')
  const batches: Buffer[] = []
  let open: Buffer[] = []
  let length = 0
  const close = () => {
    const batch = Buffer.concat(open)
    digest.update(batch)
    batches.push(batch)
    open = []
    length = 0
  }
  // A turn of its own: of short documents many may be made one after the other.
  await setImmediate()
  let start = performance.now()
  for (const piece of pieces) {
    open.push(Buffer.from(piece))
    length += piece.length
    if (length >= batchLength) close()
    if (performance.now() - start < turnMs) continue
    await setImmediate()
    start = performance.now()
  }
  close()
  return { bytes: Buffer.concat(batches), hash: digest.digest('hex').toUpperCase() }
}

/** The documents that were asked for last, up to a number of bytes. */
export function documentCache(bytesMax: number) {
  const kept = new Map<string, CachedDocument>()
  let bytes = 0
  const drop = (name: string) => {
    bytes -= kept.get(name)?.bytes.length ?? 0
    kept.delete(name)
  }
  return {
    find(name: string): CachedDocument | undefined {
      const found = kept.get(name)
      // Behind the others: they go before it.
      if (found && kept.delete(name)) kept.set(name, found)
      return found
    },
    put(name: string, document: CachedDocument): void {
      drop(name)
      if (document.bytes.length > bytesMax) return
      kept.set(name, document)
      bytes += document.bytes.length
      for (const oldest of kept.keys()) {
        if (bytes <= bytesMax) return
        drop(oldest)
      }
    },
    drop,
  }
}
