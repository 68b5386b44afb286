import { pipeline, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createGzip, gzip } from 'node:zlib'

import type { IncomingRequest, Reply } from '../api/request.ts'
import type { Parts } from '../parts/parts.ts'

// As a genuine server: compression of smaller bodies is not worth the time, and higher levels gain
// little on repetitive text.
const bytesMin = 128 * 1024
const level = 1

/**
 * Compresses a long response with gzip if the client accepts it (ENC-033 to ENC-037). A watch is
 * never compressed, since its events would be delayed in the compressor.
 */
export async function compressReply(
  reply: Reply,
  http: Pick<IncomingRequest, 'headers'>,
  parts: Pick<Parts, 'featureGates'>,
): Promise<Reply> {
  const { body } = reply
  if (!parts.featureGates.APIResponseCompression || 'backlog' in body) return reply
  if (!takesGzip(http.headers['accept-encoding'])) return reply
  if (Buffer.isBuffer(body)) {
    if (body.length <= bytesMin) return reply
    return marked(reply, await packed(body, { level }))
  }
  const batches = batchesIn(body)
  const begun: Buffer[] = []
  for (let bytes = 0; bytes <= bytesMin; bytes += begun.at(-1)?.length ?? 0) {
    const next = await batches.next()
    if (next.done === true) return { ...reply, body: Buffer.concat(begun) }
    begun.push(next.value)
  }
  return marked(reply, packing(begun, batches))
}

/** Yields to the event loop between two batches. */
async function* batchesIn(
  body: Iterable<Buffer> | AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void> {
  for await (const batch of body) {
    yield batch
    await setImmediate()
  }
}

/**
 * Compresses batches as a stream. An error of the source is passed on, and the source is closed
 * when the client stops reading.
 */
async function* packing(
  begun: readonly Buffer[],
  rest: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void> {
  const source = Readable.from(both(begun, rest))
  const gzip = createGzip({ level })
  // An error destroys the gzip stream, whose reader receives it.
  pipeline(source, gzip, () => {})
  try {
    yield* gzip as AsyncIterable<Buffer>
  } finally {
    source.destroy()
    gzip.destroy()
  }
}

async function* both(begun: readonly Buffer[], rest: AsyncIterable<Buffer>) {
  yield* begun
  yield* rest
}

const packed = promisify<Buffer, { level: number }, Buffer>(gzip)

const marked = (reply: Reply, body: Reply['body']): Reply => ({
  ...reply,
  headers: {
    ...reply.headers,
    'Content-Encoding': 'gzip',
    Vary: ['Accept-Encoding', reply.headers['Vary'] ?? []].flat().join(', '),
  },
  body,
})

/** Whether a header accepts gzip without `q=0`. */
function takesGzip(header: string | string[] | undefined): boolean {
  const clauses = String(header ?? '').split(',')
  return clauses.some(clause => {
    const [name = '', ...parameters] = clause.split(';').map(part => part.trim().toLowerCase())
    return name === 'gzip' && !parameters.some(one => /^q=0(\.0*)?$/.test(one))
  })
}
