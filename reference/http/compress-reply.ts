import { pipeline, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createGzip, gzip } from 'node:zlib'

import type { IncomingRequest, Reply } from '../api/request.ts'
import type { Parts } from '../parts/parts.ts'

// As a genuine server does it: below this size the time is not worth it, and more than the
// quickest level buys little of what is mostly the same words again and again.
const bytesMin = 128 * 1024
const level = 1

/**
 * A long answer in gzip for a client that takes it (ENC-033 to ENC-037). A watch is never
 * compressed: its events would wait for each other.
 */
export async function compressReply(
  reply: Reply,
  http: Pick<IncomingRequest, 'headers'>,
  at: Pick<Parts, 'featureGates'>,
): Promise<Reply> {
  const { body } = reply
  if (!at.featureGates.APIResponseCompression || 'backlog' in body) return reply
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

/** Others are heard between two batches. */
async function* batchesIn(
  body: Iterable<Buffer> | AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void> {
  for await (const batch of body) {
    yield batch
    await setImmediate()
  }
}

/** What breaks off while it is made breaks off here; what nobody takes any more is not made. */
async function* packing(
  begun: readonly Buffer[],
  rest: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void> {
  const source = Readable.from(both(begun, rest))
  const gzip = createGzip({ level })
  // An error goes on to the gzip, whose reader hears of it.
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

/** Whether a header names gzip, and does not say `q=0` of it. */
function takesGzip(header: string | string[] | undefined): boolean {
  const clauses = String(header ?? '').split(',')
  return clauses.some(clause => {
    const [name = '', ...parameters] = clause.split(';').map(part => part.trim().toLowerCase())
    return name === 'gzip' && !parameters.some(one => /^q=0(\.0*)?$/.test(one))
  })
}
