import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sampleReport } from '../reports/sample.ts'
import type { Verdict } from '../suites/verdict.ts'
import { durationFlag, durationText } from './durations.ts'
import { RunEnded, startRunLimits } from './run-limits.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const never = new AbortController().signal

/** Two failing verdicts with different root causes. */
const [first, second] = differentFailures()
function differentFailures(): [Verdict, Verdict] {
  const { findings, requirements } = sampleReport()
  const [one, two] = findings.map(({ id }): Verdict => {
    const { failure } = requirements.find(row => row.id === id) ?? {}
    return { id, verdict: 'fail', cases: 1, observations: 1, ...(failure ? { failure } : {}) }
  })
  if (!one?.failure || !two?.failure) throw new Error('expected two findings in the sample')
  return [one, two]
}

it('ends at the given time with that reason', () => {
  const end = startRunLimits(never, { timeout: 90_000 })

  vi.advanceTimersByTime(89_999)
  expect(end.signal.aborted).toBe(false)
  vi.advanceTimersByTime(1)

  expect(end.signal.reason).toEqual(
    new RunEnded('the time limit of the run was reached (--timeout 90s)'),
  )
})

it('clears the timer when the run is over', () => {
  startRunLimits(never, { timeout: 1_000 }).close()

  expect(vi.getTimerCount()).toBe(0)
})

it('ends at the first failure with --fail-fast, and not before', () => {
  const end = startRunLimits(never, { failFast: true })

  end.sees({ id: 'LIST-001', verdict: 'pass', cases: 1, observations: 1 })
  end.sees({ ...first, verdict: 'waived' })
  end.sees({ ...first, verdict: 'flaky' })
  expect(end.signal.aborted).toBe(false)
  end.sees(first)

  expect(end.signal.reason).toEqual(new RunEnded('the run stopped after a finding (--fail-fast)'))
})

it('counts failures with one root cause as one finding', () => {
  const end = startRunLimits(never, { maxFindings: 2 })

  end.sees(first)
  end.sees({ ...first, id: 'PAGE-004' })
  expect(end.signal.aborted).toBe(false)
  end.sees(second)

  expect(end.signal.reason).toEqual(
    new RunEnded('the run stopped after 2 findings (--max-findings 2)'),
  )
})

it('never ends by itself without limits, but always with the signal', () => {
  const stop = new AbortController()
  const end = startRunLimits(stop.signal, {})

  end.sees(first)
  end.sees(second)
  expect([end.signal.aborted, vi.getTimerCount()]).toEqual([false, 0])
  stop.abort(new Error('stopped by SIGINT'))

  expect(end.signal.reason).toEqual(new Error('stopped by SIGINT'))
})

it.each([
  ['500ms', 500, '500ms'],
  ['1.5s', 1_500, '1500ms'],
  ['5m', 300_000, '5m'],
  ['90s', 90_000, '90s'],
  ['5m30s', 330_000, '330s'],
  ['24h', 86_400_000, '24h'],
])('reads the duration %s', (text, ms, again) => {
  expect(durationFlag('--timeout')(text)).toBe(ms)
  expect(durationText(ms)).toBe(again)
})

it.each(['', '5', '0s', '-1s', '25h', '1 m', '5min', '1e3s'])('refuses %j as a duration', text => {
  expect(() => durationFlag('--timeout')(text)).toThrow(
    `--timeout: expected a duration from 1ms to 24h, such as 30s or 5m30s, got ${JSON.stringify(text)}`,
  )
})
