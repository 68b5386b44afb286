// Shortens waits that never come true on a target, such as for the events of watches that deliver
// nothing. A run would spend minutes on them.

import type { History } from '../history/history.ts'

/** Remembers for a target which kinds of waits came true. */
export type WaitMemory = {
  /** Returns how long to wait. Three misses of this kind in a row shorten further waits. */
  limitMs(kind: string, ms: number, history: History): number
  /** Records whether a wait came true. */
  record(kind: string, hasComeTrue: boolean): void
  /** Whether a wait of this history was shortened. */
  isShortened(history: History): boolean
}

const missesMax = 3
const shareOfShort = 0.1
const shortMsMin = 300

export function createWaitMemory(): WaitMemory {
  const misses = new Map<string, number>()
  const shortened = new WeakSet<History>()
  return {
    limitMs: (kind, ms, history) => {
      if ((misses.get(kind) ?? 0) < missesMax) return ms
      const short = Math.min(ms, Math.max(shortMsMin, Math.round(ms * shareOfShort)))
      if (short < ms) shortened.add(history)
      return short
    },
    record: (kind, hasComeTrue) => {
      misses.set(kind, hasComeTrue ? 0 : (misses.get(kind) ?? 0) + 1)
    },
    isShortened: history => shortened.has(history),
  }
}
