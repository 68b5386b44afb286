// Keeps the reviews of a webhook for a time.

/** What a cache keeps, and for how long. */
export type ReviewCacheOptions<Review> = {
  /** The reviews that are kept. The oldest is dropped first. */
  readonly reviewsMax: number
  /** Returns the milliseconds for which a review is kept; 0 for one that is not. */
  readonly ttlMsOf: (review: Review) => number
}

/** Returns the review with a key: the kept one, or a new one at a time of a clock. */
export type ReviewCache<Review> = (
  key: string,
  wanted: { readonly nowMs: () => number; readonly review: () => Promise<Review> },
) => Promise<Review>

// A review goes on when its client has left, so clients could open any number of connections.
const runningMax = 400

/**
 * Too many reviews are under way, so the webhook has not been asked. Clients can bring this about,
 * unlike a failure of the webhook.
 */
export class TooManyReviews extends Error {
  override name = 'TooManyReviews'
  constructor() {
    super(`${runningMax} reviews are under way`)
  }
}

/**
 * Creates an empty cache. Simultaneous requests with a key share one review. Failures are not kept.
 * The cache rejects with TooManyReviews when 400 reviews are under way.
 */
export function createReviewCache<Review>({
  reviewsMax,
  ttlMsOf,
}: ReviewCacheOptions<Review>): ReviewCache<Review> {
  const kept = new Map<string, { review: Review; untilMs: number }>()
  const running = new Map<string, Promise<Review>>()

  function keep(key: string, review: Review, nowMs: number): void {
    const ttlMs = ttlMsOf(review)
    if (ttlMs <= 0) return
    kept.delete(key)
    kept.set(key, { review, untilMs: nowMs + ttlMs })
    const [oldest] = kept.keys()
    if (kept.size > reviewsMax && oldest !== undefined) kept.delete(oldest)
  }

  return async (key, { nowMs, review }) => {
    const known = kept.get(key)
    if (known && nowMs() < known.untilMs) return known.review
    const asked = running.get(key)
    if (asked) return asked
    if (running.size >= runningMax) throw new TooManyReviews()
    const begun = review()
      .then(found => {
        keep(key, found, nowMs())
        return found
      })
      .finally(() => void running.delete(key))
    running.set(key, begun)
    return begun
  }
}
