// Builds documents that take long in several turns of the event loop, and caches them up to a size.

import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'

/** The bytes of a document, and their SHA-512 in upper-case hexadecimal digits. */
export type CachedDocument = { readonly bytes: Buffer; readonly hash: string }

const batchLength = 64 * 1024

/** Joins the pieces of a document, for at most `turnMs` per turn of the event loop. */
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
  // Start in a new turn, since many short documents may be built one after the other.
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

/** Creates a least-recently-used cache of documents with a limit in bytes. */
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
      // Move it to the end: the oldest entries are dropped first.
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
