import { gunzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'

import type { Reply } from '../api/request.ts'
import { featureGateDefaults } from '../api/feature-gates.ts'
import { compressReply } from './compress-reply.ts'

const long = Buffer.from('a long text '.repeat(20_000))
const reply = (body: Reply['body']): Reply => ({
  status: 200,
  headers: { 'Content-Type': 'application/json' },
  body,
})

const answer = (body: Reply['body'], accept?: string, gates = featureGateDefaults) =>
  compressReply(
    reply(body),
    { headers: { ...(accept && { 'accept-encoding': accept }) } },
    { featureGates: gates },
  )

async function bytesOf({ body }: Reply): Promise<Buffer> {
  if (Buffer.isBuffer(body)) return body
  if ('backlog' in body) throw new Error('expected an answer that ends, got a stream')
  const batches: Buffer[] = []
  for await (const batch of body) batches.push(batch)
  return Buffer.concat(batches)
}

const inBatches = (bytes: Buffer, size: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  )

describe('a long response', () => {
  it.each(['gzip', 'br, GZIP', 'gzip;q=1.0', 'deflate,gzip;q=0.5'])(
    'is compressed for Accept-Encoding %s, as one buffer and in batches',
    async accept => {
      for (const body of [long, inBatches(long, 50_000), inBatches(long, 100)]) {
        const packed = await answer(body, accept)

        expect(packed.headers).toMatchObject({
          'Content-Encoding': 'gzip',
          Vary: 'Accept-Encoding',
        })
        expect(long.equals(gunzipSync(await bytesOf(packed)))).toBe(true)
      }
    },
  )

  it.each([undefined, 'identity', 'br', 'gzip;q=0', 'xgzip', 'gzip;q=0.0'])(
    'is not compressed for Accept-Encoding %s',
    async accept => {
      const plain = await answer(long, accept)

      expect(plain.headers).not.toHaveProperty('Content-Encoding')
      expect(long.equals(await bytesOf(plain))).toBe(true)
    },
  )

  it('is not compressed without the feature gate (ENC-036)', async () => {
    const plain = await answer(long, 'gzip', {
      ...featureGateDefaults,
      APIResponseCompression: false,
    })

    expect(long.equals(await bytesOf(plain))).toBe(true)
  })
})

it('does not compress a short response, and keeps it in one piece', async () => {
  const short = Buffer.alloc(128 * 1024, 'a')

  expect((await answer(short, 'gzip')).body).toBe(short)
  expect(short.equals(await bytesOf(await answer(inBatches(short, 1000), 'gzip')))).toBe(true)
})

it('never compresses a stream', async () => {
  const endSignal = { hasEnded: false, onEnd: () => {} }
  const backlog = { next: async () => ({ value: undefined, done: true as const }) }
  const stream = { backlog, endSignal }

  expect((await answer(stream, 'gzip')).body).toBe(stream)
})

describe('a response that is compressed in batches', () => {
  async function* failing() {
    yield long
    throw new Error('no more')
  }

  it('fails if its source fails', async () => {
    await expect(answer(failing(), 'gzip').then(bytesOf)).rejects.toThrow('no more')
  })

  it('stops its source when the reader leaves', async () => {
    let isLeft = false
    async function* batches() {
      try {
        for (;;) yield long
      } finally {
        isLeft = true
      }
    }
    const { body } = await answer(batches(), 'gzip')

    for await (const batch of body as AsyncIterable<Buffer>) {
      expect(batch.length).toBeGreaterThan(0)
      break
    }

    await vi.waitFor(() => expect(isLeft).toBe(true))
  })
})
