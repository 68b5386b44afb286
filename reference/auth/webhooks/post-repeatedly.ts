// Sends a document to a webhook until it is answered.

import type { WebhookAddress } from '../../api/authentication.ts'
import type { Clock } from '../../api/clock.ts'
import { type PostAnswer, type PostLimits, postReview, standardPostLimits } from './post-review.ts'

/** How posts are repeated. */
type Repetition = {
  readonly clock: Pick<Clock, 'after'>
  /** Returns a number in [0, 1). */
  readonly random: () => number
  /** The time before the second attempt; it grows with each attempt. */
  readonly firstDelayMs: number
}

/** What a webhook is asked with. */
export type PostContext = Repetition & {
  readonly webhook: WebhookAddress
  readonly limits?: PostLimits
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
export const postRepeatedly = (
  review: unknown,
  { webhook, limits = standardPostLimits, ...repetition }: PostContext,
): Promise<PostAnswer> =>
  repeatPost(() => postReview(webhook, review, limits), {
    ...repetition,
    repeats: 'transient failures',
  })

/** The same for any function that posts, and for failures of any sort. A signal ends it early. */
export async function repeatPost(
  post: () => Promise<PostAnswer>,
  {
    clock,
    random,
    repeats,
    signal,
    ...context
  }: Repetition & {
    readonly repeats: 'transient failures' | 'any failure'
    readonly signal?: AbortSignal
  },
): Promise<PostAnswer> {
  let delayMs = context.firstDelayMs
  const isAny = repeats === 'any failure'
  for (let attempt = 1; ; attempt++) {
    const found = await post().catch((problem: unknown) => problem)
    const isLast = attempt === attemptsMax || signal?.aborted === true
    if (isAnswer(found)) {
      if (found.status >= 200 && found.status < 300) return found
      const isRepeated = isAny || isTransient(found)
      if (isLast || !isRepeated || (found.retryAfterMs ?? 0) > retryAfterMsMax)
        throw new Error(`expected status 200 or 201, got ${found.status}`)
    } else if (isLast || !(isAny || isReset(found))) throw found
    const waitMs = delayMs * (1 + jitter * random())
    const ownMs = isAnswer(found) ? (found.retryAfterMs ?? 0) : 0
    await waited(Math.max(waitMs, ownMs), clock, signal)
    delayMs *= delayFactor
  }
}

/** Resolves after a time, or when the signal fires. */
const waited = (ms: number, clock: Pick<Clock, 'after'>, signal?: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const end = () => {
      cancel()
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const cancel = clock.after(ms, end)
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end)
  })

const isAnswer = (found: unknown): found is PostAnswer =>
  typeof found === 'object' && found !== null && 'status' in found

const isTransient = ({ status, retryAfterMs }: PostAnswer): boolean =>
  [429, 500, 504].includes(status) || retryAfterMs !== undefined

const isReset = (problem: unknown): boolean =>
  problem instanceof Error && 'code' in problem && problem.code === 'ECONNRESET'
