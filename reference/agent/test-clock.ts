/** A clock that moves only when it is advanced. */
export function testClock() {
  let nowMs = 1_700_000_000_000
  const timers = new Set<{ atMs: number; act: () => void }>()
  return {
    now: () => nowMs,
    steady: () => nowMs,
    after(ms: number, act: () => void) {
      const timer = { atMs: nowMs + ms, act }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    advance(ms: number) {
      nowMs += ms
      for (const timer of [...timers].toSorted((a, b) => a.atMs - b.atMs)) {
        if (timer.atMs > nowMs || !timers.delete(timer)) continue
        timer.act()
      }
    },
    /** How many timers have neither fired nor been cancelled. */
    pending: () => timers.size,
  }
}

/** Resolves when what can go on without the clock has done so. */
export async function settled(turns = 40): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise(resolve => setImmediate(resolve))
}
