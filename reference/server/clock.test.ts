import { describe, expect, it } from 'vitest'

import { systemClock } from './clock.ts'

const never = new AbortController().signal

describe('systemClock', () => {
  it('returns the time of the machine plus what it was advanced by', () => {
    const clock = systemClock()
    const before = clock.now()

    clock.advance(60_000)

    expect(Math.abs(before - Date.now())).toBeLessThan(1000)
    expect(clock.now() - before).toBeGreaterThanOrEqual(60_000)
  })

  it('fires the deadlines that it passes, and only those', () => {
    const clock = systemClock()
    const stop = new AbortController()
    const soon = clock.deadline(5000, never)
    const late = clock.deadline(50_000, stop.signal)

    clock.advance(5000)

    expect(soon.aborted).toBe(true)
    expect(late.aborted).toBe(false)
    stop.abort()
    expect(late.aborted).toBe(true)
  })

  it('calls back once after the time has passed, unless cancelled', () => {
    const clock = systemClock()
    const calls: string[] = []
    clock.after(5000, () => calls.push('soon'))
    const cancel = clock.after(5000, () => calls.push('cancelled'))
    clock.after(50_000, () => calls.push('late'))

    cancel()
    clock.advance(5000)
    clock.advance(5000)

    expect(calls).toEqual(['soon'])
  })

  it('never calls back early, although Node timers truncate milliseconds', async () => {
    const clock = systemClock()
    const elapsed = async (ms: number) => {
      const start = clock.steady()
      await new Promise<void>(resolve => void clock.after(ms, resolve))
      return clock.steady() - start
    }

    for (let wait = 0; wait < 20; wait++) {
      // A double holds milliseconds since 1970 with a precision of 0.00025.
      expect(await elapsed(2.9)).toBeGreaterThan(2.9 - 0.001)
    }
  })

  it('fires immediately for a deadline whose signal has been aborted', () => {
    expect(systemClock().deadline(5000, AbortSignal.abort()).aborted).toBe(true)
  })
})
