// Laws about the reviews for which a node agent asks its API.

import { type Exchange, exchangeAt, type History } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { askedOf, requestsIn } from './at-the-api.ts'

/** A review that an agent has asked for. The time is in milliseconds. */
export type Review = {
  spec: { token?: string; user?: string; groups?: string[] }
  at: number
}

/** The reviews in a record of the API. Their bodies must be JSON. */
export const reviewsIn = (exchange: Exchange): Review[] =>
  requestsIn(exchange).flatMap(({ method, body, at }) => {
    const { spec } = (body ?? {}) as { spec?: Review['spec'] }
    return method === 'POST' && spec ? [{ spec, at }] : []
  })

/** Requires that a server of the agent has answered, and with a code if one is given. */
export function* requireAnswer(
  history: History,
  label: string,
  status?: number,
): Iterable<Observation> {
  const asked = askedOf(exchangeAt(history, label))
  const got = 'status' in asked ? asked.status : asked.failure
  const isMet = status === undefined ? 'status' in asked : got === status
  yield* precondition(isMet, `the server of the agent answered ${label} with ${got}`)
}

// What a proxy records may be a little late or early.
const toleranceMs = 100

/**
 * Verifies that answers to reviews are reused for their time and no longer, where the same was
 * asked for at least twice that time.
 */
export function* isReusedFor(
  history: History,
  label: string,
  { reviews, ttlMs, says }: { reviews: Review[]; ttlMs: number; says: string },
): Iterable<Observation> {
  yield* precondition(reviews.length > 0, 'the agent has asked for no such review')
  const times = reviews.map(({ at }) => at)
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0))
  const shortest = Math.min(...gaps)
  yield verify(shortest >= ttlMs - toleranceMs, {
    says,
    expected: `at least ${ttlMs} ms between reviews of the same`,
    got: `${shortest} ms`,
    at: label,
  })
  yield verify(gaps.length > 0, {
    says,
    expected: `another review after ${ttlMs} ms`,
    got: 'one review',
    at: label,
  })
}
