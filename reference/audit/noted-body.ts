// Notes what bodies contain, as JSON whatever their encoding is (AUDIT-021).

import type { TypeMeta } from '../api/object.ts'
import type { Reply } from '../api/request.ts'
import type { Codec } from '../codecs/codec.ts'

// A list can be longer than any object. What is longer is left out of the event.
const notedBytesMax = 8 * 1024 * 1024

/** Returns the document in a body; undefined if it is none. */
export function documentIn(bytes: Buffer, codec: Codec | undefined, type?: TypeMeta): unknown {
  if (!codec || bytes.length === 0) return undefined
  try {
    return codec.read(bytes, type).value
  } catch {
    // The server has refused such a body, or has sent a text.
    return undefined
  }
}

/** Returns the media type of a response without its parameters. */
export function mediaTypeOf({ headers }: Reply): string {
  const [type = ''] = [headers['Content-Type'] ?? ''].flat()
  return (type.split(';', 1)[0] ?? '').trim()
}

/**
 * Returns a response with the same body, and the function that returns the document in what has
 * been sent of it: undefined if that is not all, or too long.
 */
export function notedBody(
  reply: Reply,
  codec: Codec | undefined,
): { readonly reply: Reply; readonly document: () => unknown } {
  const { body } = reply
  if (Buffer.isBuffer(body)) {
    const document = () => (body.length > notedBytesMax ? undefined : documentIn(body, codec))
    return { reply, document }
  }
  if (!codec || 'backlog' in body) return { reply, document: () => undefined }
  const note = { batches: [] as Buffer[], bytes: 0, isWhole: false }
  return {
    reply: { ...reply, body: noting(body, note) },
    document: () => (note.isWhole ? documentIn(Buffer.concat(note.batches), codec) : undefined),
  }
}

async function* noting(
  body: Iterable<Buffer> | AsyncIterable<Buffer>,
  note: { batches: Buffer[]; bytes: number; isWhole: boolean },
): AsyncGenerator<Buffer, void> {
  for await (const batch of body) {
    note.bytes += batch.length
    if (note.bytes <= notedBytesMax) note.batches.push(batch)
    else note.batches = []
    yield batch
  }
  note.isWhole = note.bytes <= notedBytesMax
}
