import type { Rate } from '../api/limits.ts'

/** A bucket with at most `burst` tokens that gains `perSecond` tokens a second. */
export type TokenBucket = {
  /** Takes a token if there is one. Returns the number left; negative when there was none. */
  take(): number
}

export function tokenBucket({ burst, perSecond }: Rate): TokenBucket {
  let left = burst
  let filledAtMs = performance.now()
  return {
    take() {
      const now = performance.now()
      left = Math.max(Math.min(burst, left + ((now - filledAtMs) / 1000) * perSecond), 0) - 1
      filledAtMs = now
      return left
    },
  }
}
