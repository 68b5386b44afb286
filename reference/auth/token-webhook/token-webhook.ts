// Authenticates tokens by a webhook, whose reviews are kept for a time.

import { createHmac, randomBytes } from 'node:crypto'

import type { TokenAuthenticator, TokenWebhook } from '../../api/authentication.ts'
import type { Parts } from '../../parts/parts.ts'
import { standardPostLimits } from '../webhooks/post-review.ts'
import { createReviewCache } from '../webhooks/review-cache.ts'
import { type Review, type ReviewedToken, reviewToken } from './review-token.ts'

type Known = Pick<
  Parts,
  'tokenWebhook' | 'clock' | 'dialect' | 'dialOf' | 'ids' | 'serviceAccountTokens'
>

const reviewsMax = 4096

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

/** Keeps users, and that a token is nobody's; not failures. */
function cacheOf(webhook: TokenWebhook): Cache {
  // Tokens are not kept in memory, and their digests cannot be computed elsewhere.
  const secret = randomBytes(32)
  const keyOf = ({ token, audiences }: ReviewedToken) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([token, ...audiences]))
      .digest('base64')
  const reviews = createReviewCache<Review>({
    reviewsMax,
    ttlMsOf: review => (review && 'fault' in review ? 0 : webhook.cacheTtlMs),
  })

  return (wanted, { clock, dialect, dialOf, ids }) => {
    const group = `authentication.${dialect.apiDomain}`
    const limits = { ...standardPostLimits, dial: dialOf('controlplane') }
    const context = { webhook, clock, group, random: ids.random, limits }
    const review = () => reviewToken(wanted, context)
    return reviews(keyOf(wanted), { nowMs: clock.steady, review })
  }
}
