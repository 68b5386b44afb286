// Bounds on how many tokens a bucket holds at each request, computed from the times at which the
// requests were sent and answered. A server may add tokens steadily or once a second.

/** A request that takes a token if there is one; times in milliseconds. */
export type TokenRequest = {
  sentAt: number
  answeredAt: number
  /** Whether a token was taken; `unknown` if another limit refused the request. */
  isTaken: boolean | 'unknown'
}

export type BucketOptions = {
  qps: number
  burst: number
  /** Whether the bucket was full at the first request. */
  isFull: boolean
}

/** The fewest and the most tokens that a lawful bucket holds before its last request. */
export type TokenBounds = { min: number; max: number }

// A server that adds the tokens of a second at once has added them up to a second early or late.
const slackMs = 1000

/**
 * Returns the bounds at the last of several requests, which were sent one after another. A bucket
 * never holds more than its burst, so at any time it holds the least of the burst at some earlier
 * time, plus what was added since, minus what was taken since.
 */
export function tokenBounds(
  requests: readonly TokenRequest[],
  { qps, burst, isFull }: BucketOptions,
): TokenBounds {
  const last = requests.at(-1)
  if (!last) throw new Error('tokenBounds: expected at least one request, got none')
  const bounds = { min: burst, max: burst }
  let taken = { least: 0, most: 0 }
  for (const one of requests.slice(0, -1).toReversed()) {
    taken = {
      least: taken.least + (one.isTaken === true ? 1 : 0),
      most: taken.most + (one.isTaken === false ? 0 : 1),
    }
    const longestMs = last.answeredAt - one.sentAt + slackMs
    const shortestMs = Math.max(0, last.sentAt - one.answeredAt - slackMs)
    bounds.max = Math.min(bounds.max, burst + (qps * longestMs) / 1000 - taken.least)
    bounds.min = Math.min(bounds.min, burst + (qps * shortestMs) / 1000 - taken.most)
  }
  return isFull ? bounds : { min: 0, max: bounds.max }
}
