import type { Clock } from '../api/clock.ts'

/** The system clock, which tests can move forward: deadlines that have passed then fire. */
export function systemClock(): Clock {
  let aheadMs = 0
  const waiting = new Set<Wait>()
  const now = () => Date.now() + aheadMs
  const startedAt = Date.now() - performance.now()
  const steady = () => startedAt + performance.now() + aheadMs

  function advance(ms: number): void {
    aheadMs += ms
    for (const wait of waiting) if (wait.timeMs <= steady()) wait.fire()
  }

  function after(ms: number, act: () => void): () => void {
    const cancel = () => {
      clearTimeout(timer)
      waiting.delete(wait)
    }
    const fire = () => {
      cancel()
      act()
    }
    // Node rounds the delay and its start down to whole milliseconds, so a timer may fire almost 2
    // ms early.
    const fireInTime = () => {
      const remainingMs = wait.timeMs - steady()
      if (remainingMs > 0) timer = setTimeout(fireInTime, Math.ceil(remainingMs))
      else fire()
    }
    const wait = { timeMs: steady() + ms, fire }
    let timer = setTimeout(fireInTime, ms)
    waiting.add(wait)
    return cancel
  }

  function deadline(ms: number, stop: AbortSignal): AbortSignal {
    const over = new AbortController()
    const end = () => {
      cancel()
      stop.removeEventListener('abort', end)
      over.abort()
    }
    const cancel = after(ms, end)
    if (stop.aborted) end()
    else stop.addEventListener('abort', end)
    return over.signal
  }

  return { now, steady, advance, after, deadline }
}

type Wait = { readonly timeMs: number; readonly fire: () => void }
