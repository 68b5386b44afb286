// A rate that callers wait for: `burst` at once, then `perSecond` in each second.

import type { Clock } from '../api/clock.ts'

export type RateLimit = {
  /** Resolves when it is the turn of the caller. Callers take turns in the order of their calls. */
  readonly turn: () => Promise<void>
}

export function rateLimit(
  { perSecond, burst }: { readonly perSecond: number; readonly burst: number },
  clock: Pick<Clock, 'steady' | 'after'>,
): RateLimit {
  let left = burst
  let filledAtMs = clock.steady()
  let line: Promise<void> = Promise.resolve()

  async function take(): Promise<void> {
    for (;;) {
      const nowMs = clock.steady()
      left = Math.min(burst, left + ((nowMs - filledAtMs) / 1000) * perSecond)
      filledAtMs = nowMs
      if (left >= 1) break
      await new Promise<void>(resolve => {
        clock.after(Math.max(1, ((1 - left) / perSecond) * 1000), resolve)
      })
    }
    left -= 1
  }

  return {
    turn() {
      line = line.then(take)
      return line
    },
  }
}
