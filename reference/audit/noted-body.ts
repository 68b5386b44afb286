// Notes what bodies contain, as JSON whatever their encoding is (AUDIT-021).

import type { TypeMeta } from '../api/object.ts'
import type { Reply } from '../api/request.ts'
import type { Codec } from '../codecs/codec.ts'
import { type ResumableTask, runYielding, type YieldIfDue } from '../lib/event-loop.ts'
import { EncodedJson } from './encode-event.ts'
import { onOneLine } from './on-one-line.ts'
import { withoutEncodedManagedFields } from './without-encoded-managed-fields.ts'
import { withoutManagedFields } from './without-managed-fields.ts'

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

/** How a noted document is returned: without managed fields, and in steps. */
type NotedOptions = { readonly omitManagedFields: boolean; readonly pause: YieldIfDue }

/** A response whose body is noted. */
export type NotedBody = {
  readonly reply: Reply
  /** Resolves to the document in what has been sent; undefined if that is not all, or too long. */
  readonly document: (options: NotedOptions) => Promise<unknown>
}

/** Returns a response with the same body, and the function that returns its document. */
export function notedBody(reply: Reply, codec: Codec | undefined): NotedBody {
  const { body } = reply
  if (!codec || (!Buffer.isBuffer(body) && 'backlog' in body))
    return { reply, document: async () => undefined }
  const isJson = mediaTypeOf(reply) === 'application/json'
  const read = isJson ? documentInJson : readDocument
  if (Buffer.isBuffer(body))
    return {
      reply,
      document: async options =>
        body.length > notedBytesMax
          ? undefined
          : runYielding(read([body], codec, options), options.pause),
    }
  const note = { batches: [] as Buffer[], bytes: 0, isWhole: false }
  return {
    reply: { ...reply, body: noting(body, note) },
    document: async options =>
      note.isWhole ? runYielding(read(note.batches, codec, options), options.pause) : undefined,
  }
}

// Documents about the server that are no objects have no kind. The encoders write the kind first.
const objectStart = /^\{\s*"kind"\s*:\s*"/
const objectStartBytesMax = 64

/** Shares the bytes of an object or a list in JSON, which has been encoded for the client. */
function* documentInJson(
  batches: readonly Buffer[],
  codec: Codec,
  options: NotedOptions,
): ResumableTask<unknown> {
  const start = batches.find(({ length }) => length > 0)?.subarray(0, objectStartBytesMax)
  if (!objectStart.test(start?.toString('latin1') ?? ''))
    return yield* readDocument(batches, codec, options)
  const line = yield* onOneLine(batches)
  return new EncodedJson(
    options.omitManagedFields ? yield* withoutEncodedManagedFields(line) : line,
  )
}

function* readDocument(
  batches: readonly Buffer[],
  codec: Codec,
  { omitManagedFields }: NotedOptions,
): ResumableTask<unknown> {
  const document = documentIn(Buffer.concat(batches), codec)
  yield
  return omitManagedFields ? withoutManagedFields(document) : document
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
