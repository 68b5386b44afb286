// Authenticates tokens by a webhook, whose reviews are kept for a time.

import { createHmac, randomBytes } from 'node:crypto'

import type { TokenAuthenticator, TokenWebhook } from '../../api/authentication.ts'
import type { Parts } from '../../parts/parts.ts'
import { type Review, type ReviewedToken, reviewToken } from './review-token.ts'

type Known = Pick<Parts, 'tokenWebhook' | 'clock' | 'dialect' | 'ids' | 'serviceAccountTokens'>

// The reviews that are kept. The oldest is dropped first.
const reviewsMax = 4096

// A review goes on when its client has left, so clients could open any number of connections.
const runningMax = 400

type Cache = (wanted: ReviewedToken, parts: Known) => Promise<Review>

const caches = new WeakMap<TokenWebhook, Cache>()

/** A webhook that gives no review refuses the token; the next request asks again. */
export const tokenWebhook: TokenAuthenticator<Known> = {
  kind: 'webhook',
  authenticate: async (token, audiences, parts) => {
    const { tokenWebhook: webhook } = parts
    if (!webhook) return undefined
    const cached = caches.get(webhook) ?? cacheOf(webhook)
    caches.set(webhook, cached)
    const serverAudiences = [parts.serviceAccountTokens.issuer]
    try {
      return await cached({ token, audiences, serverAudiences }, parts)
    } catch (problem) {
      const reason = problem instanceof Error ? problem.message : String(problem)
      return { fault: `the webhook has not reviewed the token: ${reason}` }
    }
  },
}

/**
 * Keeps users, and that a token is nobody's; not failures. Simultaneous requests with a token share
 * one review.
 */
function cacheOf(webhook: TokenWebhook): Cache {
  // Tokens are not kept in memory, and their digests cannot be computed elsewhere.
  const secret = randomBytes(32)
  const keyOf = ({ token, audiences }: ReviewedToken) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([token, ...audiences]))
      .digest('base64')
  const kept = new Map<string, { review: Review; untilMs: number }>()
  const running = new Map<string, Promise<Review>>()

  async function ask(key: string, wanted: ReviewedToken, parts: Known): Promise<Review> {
    const { clock, dialect, ids } = parts
    const group = `authentication.${dialect.apiDomain}`
    const review = await reviewToken(wanted, { webhook, clock, group, random: ids.random })
    if (webhook.cacheTtlMs > 0 && !(review && 'fault' in review)) {
      kept.delete(key)
      kept.set(key, { review, untilMs: clock.steady() + webhook.cacheTtlMs })
      const [oldest] = kept.keys()
      if (kept.size > reviewsMax && oldest !== undefined) kept.delete(oldest)
    }
    return review
  }

  return async (wanted, parts) => {
    const key = keyOf(wanted)
    const known = kept.get(key)
    if (known && parts.clock.steady() < known.untilMs) return known.review
    const asked = running.get(key)
    if (asked) return asked
    if (running.size >= runningMax) throw new Error(`${runningMax} reviews are under way`)
    const begun = ask(key, wanted, parts).finally(() => void running.delete(key))
    running.set(key, begun)
    return begun
  }
}
