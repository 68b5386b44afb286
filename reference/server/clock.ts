import type { Clock } from '../api/parts.ts'

/** The clock of the machine, which a test can put forward: deadlines that pass then fire. */
export function systemClock(): Clock {
  let aheadMs = 0
  const waiting = new Set<{ at: number; fire(): void }>()
  const now = () => Date.now() + aheadMs

  function advance(ms: number): void {
    aheadMs += ms
    for (const wait of waiting) if (wait.at <= now()) wait.fire()
  }

  function deadline(ms: number, stop: AbortSignal): AbortSignal {
    const over = new AbortController()
    const end = () => {
      clearTimeout(timer)
      waiting.delete(wait)
      stop.removeEventListener('abort', end)
      over.abort()
    }
    const wait = { at: now() + ms, fire: end }
    const timer = setTimeout(end, ms)
    waiting.add(wait)
    if (stop.aborted) end()
    else stop.addEventListener('abort', end)
    return over.signal
  }

  return { now, advance, deadline }
}
