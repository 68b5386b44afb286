import { describe, expect, it } from 'vitest'

import { systemClock } from './clock.ts'

const never = new AbortController().signal

describe('systemClock', () => {
  it('tells the time of the machine, and more when it is put forward', () => {
    const clock = systemClock()
    const before = clock.now()

    clock.advance(60_000)

    expect(Math.abs(before - Date.now())).toBeLessThan(1000)
    expect(clock.now() - before).toBeGreaterThanOrEqual(60_000)
  })

  it('fires the deadlines that it passes, and no others', () => {
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

  it('calls back once when the time has passed, unless it is told not to', () => {
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

  it('never calls back early, though timers of Node drop fractions of a millisecond', async () => {
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

  it('fires at once for a wait that is over before it begins', () => {
    expect(systemClock().deadline(5000, AbortSignal.abort()).aborted).toBe(true)
  })
})
