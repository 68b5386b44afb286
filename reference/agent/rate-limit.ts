// A rate that callers wait for: `burst` at once, then `perSecond` in each second.

import type { Clock } from '../api/clock.ts'

export type RateLimit = {
  /** Resolves when it is the turn of the caller. Callers take turns in the order of their calls. */
  readonly turn: () => Promise<void>
  /** Ends all waits: from now on it is everybody's turn. */
  readonly end: () => void
}

export function rateLimit(
  { perSecond, burst }: { readonly perSecond: number; readonly burst: number },
  clock: Pick<Clock, 'steady' | 'after'>,
): RateLimit {
  let left = burst
  let filledAtMs = clock.steady()
  let isEnded = false
  let wake = () => {}
  let line: Promise<void> = Promise.resolve()

  async function take(): Promise<void> {
    while (!isEnded) {
      const nowMs = clock.steady()
      left = Math.min(burst, left + ((nowMs - filledAtMs) / 1000) * perSecond)
      filledAtMs = nowMs
      if (left >= 1) break
      await new Promise<void>(resolve => {
        const cancel = clock.after(Math.max(1, ((1 - left) / perSecond) * 1000), resolve)
        wake = () => {
          cancel()
          resolve()
        }
      })
    }
    left -= 1
  }

  return {
    turn() {
      line = line.then(take)
      return line
    },
    end() {
      isEnded = true
      wake()
    },
  }
}
