// Laws about how many requests a node agent sends in a time.

import type { ApiRequest } from '../../../fixtures/objects/agents.ts'
import { verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'

/** A rate that must not be exceeded: so many at once, and then so many in each second. */
export type Rate = { perSecond: number; burst: number }

// On a busy machine some requests arrive late, and others then come soon after them.
const lateMs = 2_000

/**
 * Returns the part of a record in which the rate is exceeded the most: the number of its requests,
 * and the number that the rate allows.
 */
export function mostAboveRate(
  times: readonly number[],
  { perSecond, burst }: Rate,
): { count: number; allowed: number; ms: number } {
  let most = { count: 0, allowed: burst, ms: 0 }
  for (const [first, from] of times.entries())
    for (const [last, to] of times.entries()) {
      if (last < first) continue
      const count = last - first + 1
      const allowed = burst + (perSecond * (to - from + lateMs)) / 1_000
      if (count - allowed > most.count - most.allowed) most = { count, allowed, ms: to - from }
    }
  return most
}

/** Verifies that the requests of a record do not exceed a rate. */
export function keepsRate(
  requests: readonly ApiRequest[],
  rate: Rate,
  { says, at }: { says: string; at: string },
): Observation {
  const times = requests.map(one => one.at).toSorted((a, b) => a - b)
  const { count, allowed, ms } = mostAboveRate(times, rate)
  return verify(count <= allowed, {
    says,
    expected: `at most ${Math.floor(allowed)} requests within ${ms} ms`,
    got: `${count} requests`,
    at,
  })
}
