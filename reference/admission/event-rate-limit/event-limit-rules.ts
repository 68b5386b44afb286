// The buckets of event limits.

import type {
  Buckets,
  EventLimit,
  EventLimitRules,
  EventLimitType,
  RatedEvent,
  TokenBucket,
} from '../../api/admission-settings.ts'

/** The rules of a correct server. */
export const eventLimitRules: EventLimitRules = {
  keyOf: (type, event) => keys[type](event),
  newBucket,
  newBuckets,
  // RATE-017
  isRefused: results => results.includes(false),
}

/** RATE-011 to RATE-014. The one bucket of the type Server has an empty key. */
const keys: { readonly [type in EventLimitType]: (event: RatedEvent) => readonly string[] } = {
  Server: () => [],
  Namespace: ({ namespace }) => [namespace],
  User: ({ userName }) => [userName],
  SourceAndObject: ({ sourceAndObject }) => sourceAndObject,
}

/** RATE-015, RATE-016: the allowance grows steadily, up to the burst. */
function newBucket({ qps, burst }: EventLimit, nowMs: () => number): TokenBucket {
  let tokens = burst
  let sinceMs = nowMs()
  return {
    take: () => {
      const ms = nowMs()
      tokens = Math.min(burst, tokens + (qps * (ms - sinceMs)) / 1000)
      sinceMs = ms
      if (tokens < 1) return false
      tokens -= 1
      return true
    },
  }
}

/**
 * RATE-009, RATE-010: the least recently used bucket is dropped. A cache is never smaller than one
 * bucket, so the size has no effect on the one bucket of the type Server (RATE-008).
 */
function newBuckets({ cacheSize }: EventLimit, create: () => TokenBucket): Buckets {
  // In the order of use.
  const kept = new Map<string, TokenBucket>()
  return {
    of: key => {
      const bucket = kept.get(key) ?? create()
      kept.delete(key)
      kept.set(key, bucket)
      const [oldest] = kept.keys()
      if (kept.size > Math.max(cacheSize, 1) && oldest !== undefined) kept.delete(oldest)
      return bucket
    },
  }
}
