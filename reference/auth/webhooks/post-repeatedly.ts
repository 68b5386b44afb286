// Sends a review to a webhook until it is answered.

import type { WebhookAddress } from '../../api/authentication.ts'
import type { Clock } from '../../api/clock.ts'
import type { ExchangeLimits } from '../http-exchange.ts'
import { type PostAnswer, postReview, standardPostLimits } from './post-review.ts'

/** What a webhook is asked with. */
export type PostContext = {
  readonly webhook: WebhookAddress
  readonly clock: Pick<Clock, 'after'>
  /** Returns a number in [0, 1). */
  readonly random: () => number
  /** The time before the second attempt; it grows with each attempt. */
  readonly firstDelayMs: number
  readonly limits?: ExchangeLimits
}

// As in genuine servers: five attempts, and delays that are up to a fifth longer.
const attemptsMax = 5
const delayFactor = 1.5
const jitter = 0.2

// A webhook that wants more time than this gives no review, so that no request waits for hours.
const retryAfterMsMax = 30_000

/**
 * Posts a document. An attempt is repeated after a reset connection, 429, 500, 504, and any failure
 * with a `Retry-After` of up to 30 seconds. Rejects with an Error if no attempt succeeds.
 */
export async function postRepeatedly(review: unknown, context: PostContext): Promise<PostAnswer> {
  const { webhook, clock, random, limits = standardPostLimits } = context
  let delayMs = context.firstDelayMs
  for (let attempt = 1; ; attempt++) {
    const found = await postReview(webhook, review, limits).catch((problem: unknown) => problem)
    const isLast = attempt === attemptsMax
    if (isAnswer(found)) {
      if (found.status >= 200 && found.status < 300) return found
      if (isLast || !isTransient(found) || (found.retryAfterMs ?? 0) > retryAfterMsMax)
        throw new Error(`expected status 200 or 201, got ${found.status}`)
    } else if (isLast || !isReset(found)) throw found
    const waitMs = delayMs * (1 + jitter * random())
    const ownMs = isAnswer(found) ? (found.retryAfterMs ?? 0) : 0
    await new Promise<void>(resolve => void clock.after(Math.max(waitMs, ownMs), resolve))
    delayMs *= delayFactor
  }
}

const isAnswer = (found: unknown): found is PostAnswer =>
  typeof found === 'object' && found !== null && 'status' in found

const isTransient = ({ status, retryAfterMs }: PostAnswer): boolean =>
  [429, 500, 504].includes(status) || retryAfterMs !== undefined

const isReset = (problem: unknown): boolean =>
  problem instanceof Error && 'code' in problem && problem.code === 'ECONNRESET'
