import fc from 'fast-check'
import { expect, it } from 'vitest'

import { tokenBounds } from './token-buckets.ts'
import type { TokenRequest } from './token-buckets.ts'

type Bucket = { take(ms: number): boolean }

/** Adds tokens steadily. */
function steadyBucket(qps: number, burst: number): Bucket {
  let tokens = burst
  let sinceMs = 0
  return {
    take(ms) {
      tokens = Math.min(burst, tokens + (qps * (ms - sinceMs)) / 1000)
      sinceMs = ms
      if (tokens < 1) return false
      tokens -= 1
      return true
    },
  }
}

/** Adds the tokens of a second at its end. */
function lumpyBucket(qps: number, burst: number, beginMs: number): Bucket {
  let tokens = burst
  let second = 0
  return {
    take(ms) {
      const now = Math.floor((ms - beginMs) / 1000)
      tokens = Math.min(burst, tokens + qps * (now - second))
      second = now
      if (tokens < 1) return false
      tokens -= 1
      return true
    },
  }
}

const delay = fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 4000 }))
const steps = fc.array(fc.tuple(delay, delay, delay), { minLength: 1, maxLength: 40 })
const rate = { qps: fc.integer({ min: 1, max: 9 }), burst: fc.integer({ min: 1, max: 9 }) }

it('never contradicts a correct bucket', () => {
  fc.assert(
    fc.property(
      fc.record({ ...rate, begin: delay, steps }),
      ({ qps, burst, begin, steps: all }) => {
        for (const bucket of [steadyBucket(qps, burst), lumpyBucket(qps, burst, -(begin % 1000))]) {
          const requests: TokenRequest[] = []
          let ms = 0
          for (const [before, until, after] of all) {
            const sentAt = ms + before
            const isTaken = bucket.take(sentAt + until)
            ms = sentAt + until + after
            requests.push({ sentAt, answeredAt: ms, isTaken })
            const { min, max } = tokenBounds(requests, { qps, burst, isFull: true })
            if (min >= 1) expect(isTaken).toBe(true)
            if (max < 1) expect(isTaken).toBe(false)
          }
        }
      },
    ),
  )
})

const atOnce = (count: number, isTaken: boolean, ms = 0): TokenRequest[] =>
  Array.from({ length: count }, () => ({ sentAt: ms, answeredAt: ms, isTaken }))
const bucket = { qps: 3, burst: 10, isFull: true }

it('requires the burst, and allows at most a second of events above it', () => {
  expect(tokenBounds(atOnce(10, true), bucket).min).toBe(1)
  expect(tokenBounds(atOnce(14, true), bucket).max).toBe(0)
})

it('requires the tokens that were added, except in the last second', () => {
  const spent = atOnce(10, true)

  expect(tokenBounds([...spent, ...atOnce(1, true, 2000)], bucket).min).toBe(3)
  expect(tokenBounds([...spent, ...atOnce(1, true, 1_000_000)], bucket)).toEqual({
    min: 10,
    max: 10,
  })
})

it('requires nothing of a bucket that others may have used', () => {
  expect(tokenBounds(atOnce(1, true), { ...bucket, isFull: false }).min).toBe(0)
})
