import fc from 'fast-check'
import { expect, it } from 'vitest'
import { exchangeAt } from '../../properties/history/history.ts'
import { precondition, verify } from '../../properties/history/observation.ts'
import { rawRequest, scenarioWith } from '../../properties/dsl/steps.ts'
import { property } from '../check.ts'
import { environmentWhere } from '../test-environment.ts'
import { runCheck } from './run-check.ts'
import { longestLeftMs, runShortener } from './shorten-run.ts'
import type { RunShortener } from './shorten-run.ts'

const unknown = { leftMs: () => undefined, maySkip: false }
const failedMust = { id: 'PAGE-001', verdict: 'fail' } as const

it('knows that a run that leaves out checks ends soon after 220 seconds', () => {
  expect(longestLeftMs(60_000)).toBe(180_000)
  expect(longestLeftMs(219_000)).toBe(21_000)
  expect(longestLeftMs(290_000)).toBe(0)
})

it('does not shorten runs that are short, or without a failed must', () => {
  const clock = { ms: 0 }
  const shortener = runShortener(unknown, () => clock.ms)

  shortener.record({ id: 'PAGE-001', verdict: 'flaky' })
  shortener.record({ id: 'LIST-031', verdict: 'fail' })
  clock.ms = 200_000
  expect(shortener.endsCheck(19, 20)).toBe(false)
  shortener.record(failedMust)
  clock.ms = 100_000
  expect(shortener.endsCheck(19, 20)).toBe(false)
  expect(shortener.result()).toBe(undefined)
})

it('stops checks after five scenarios in a long run with a failed must', () => {
  const clock = { ms: 0 }
  const shortener = runShortener(unknown, () => clock.ms)

  shortener.record(failedMust)
  clock.ms = 180_000
  expect(shortener.endsCheck(4, 20)).toBe(false)
  expect(shortener.endsCheck(3, 3)).toBe(false)
  expect(shortener.endsCheck(20, 20)).toBe(false)
  expect(shortener.endsCheck(5, 20)).toBe(true)
  expect(shortener.endsCheck(12, 20)).toBe(true)
  expect(shortener.result()).toEqual({ checks: 2, scenarios: 5 })
})

it('gives a check that is not decided twice as many scenarios', () => {
  const clock = { ms: 0 }
  const shortener = runShortener(unknown, () => clock.ms)

  shortener.record(failedMust)
  clock.ms = 180_000
  expect(shortener.endsCheck(9, 20, false)).toBe(false)
  expect(shortener.endsCheck(10, 20, false)).toBe(true)
  expect(shortener.endsCheck(5, 20, true)).toBe(true)
})

it('continues to skip checks once the time was too short for all', () => {
  const clock = { ms: 0, leftMs: 700_000 }
  const shortener = runShortener({ leftMs: () => clock.leftMs, maySkip: true }, () => clock.ms)

  shortener.record(failedMust)
  clock.ms = 10_000
  expect(shortener.willSkipChecks()).toBe(false)
  clock.ms = 30_000
  expect(shortener.willSkipChecks()).toBe(true)
  clock.leftMs = 20_000
  expect(shortener.willSkipChecks()).toBe(true)
})

it('stops checks after two scenarios later in such a run', () => {
  const clock = { ms: 180_000 }
  const shortener = runShortener(unknown, () => clock.ms - 180_000)

  shortener.record(failedMust)
  clock.ms = 340_000
  expect(shortener.endsCheck(7, 20)).toBe(true)
  clock.ms = 390_000
  expect(shortener.endsCheck(1, 20)).toBe(false)
  expect(shortener.endsCheck(2, 2)).toBe(false)
  expect(shortener.endsCheck(2, 20)).toBe(true)
  expect(shortener.result()).toEqual({ checks: 2, scenarios: 2 })
})

it('starts no second scenario of a check after 220 seconds, unless all have to be judged', () => {
  const clock = { ms: 0 }
  const [skipping, whole] = [true, false].map(maySkip =>
    runShortener({ leftMs: () => undefined, maySkip }, () => clock.ms),
  )

  for (const one of [skipping, whole]) one?.record(failedMust)
  clock.ms = 219_000
  expect(skipping?.endsCheck(1, 20, false)).toBe(false)
  clock.ms = 221_000
  expect(skipping?.endsCheck(0, 20, false)).toBe(false)
  expect(skipping?.endsCheck(1, 20, false)).toBe(true)
  expect(whole?.endsCheck(1, 20, false)).toBe(false)
})

it('shortens a slow run earlier if the estimate is too long', () => {
  const clock = { ms: 0, leftMs: 700_000 }
  const shortener = runShortener({ leftMs: () => clock.leftMs, maySkip: false }, () => clock.ms)

  shortener.record(failedMust)
  clock.ms = 30_000
  expect(shortener.endsCheck(19, 20)).toBe(false)
  clock.ms = 60_000
  expect(shortener.endsCheck(4, 20)).toBe(false)
  expect(shortener.endsCheck(5, 20)).toBe(true)
  clock.leftMs = 150_000
  expect(shortener.endsCheck(5, 20)).toBe(false)
  clock.ms = 130_000
  expect(shortener.endsCheck(2, 20)).toBe(true)
})

it('starts no check after 220 seconds, unless all have to be judged', () => {
  const clock = { ms: 0 }
  const [skipping, whole] = [true, false].map(maySkip =>
    runShortener({ leftMs: () => undefined, maySkip }, () => clock.ms),
  )

  clock.ms = 250_000
  expect(skipping?.reasonToSkip()).toBe(undefined)
  for (const one of [skipping, whole]) one?.record(failedMust)
  expect(skipping?.reasonToSkip()?.because).toMatch(/^not judged: .*--timeout 30m/)
  expect(whole?.reasonToSkip()).toBe(undefined)
  clock.ms = 210_000
  expect(skipping?.reasonToSkip()).toBe(undefined)
})

it('judges a stopped check by the performed scenarios', async () => {
  const draw = fc.constant(scenarioWith(rawRequest('a', 'GET', '/a')))
  const check = property('PAGE-001', draw, history => [
    verify(exchangeAt(history, 'a')?.answer?.status === 200, {
      says: 'It is 200.',
      expected: 200,
      got: 'another status',
      at: 'a',
    }),
  ])
  const run = (endsCheck: RunShortener['endsCheck']) =>
    runCheck(
      check,
      environmentWhere(() => 200),
      {
        seed: 1,
        scenarios: 10,
        checkMs: 10_000,
        shrinkMs: 0,
        signal: new AbortController().signal,
        onHistory: () => {},
        shortener: { endsCheck },
      },
    )

  expect(await run(() => false)).toMatchObject({ verdict: 'pass', cases: 10 })
  expect(await run(performed => performed === 6)).toMatchObject({ verdict: 'pass', cases: 6 })
  const decided: unknown[] = []
  await run((_performed, _planned, isDecided) => decided.push(isDecided) === 0)
  expect(decided).toEqual([false, ...Array(9).fill(true)])
})

it('does not take a check for decided if many of its scenarios could not be judged', async () => {
  const draw = fc.constant(scenarioWith(rawRequest('a', 'GET', '/a')))
  let judged = 0
  const holds = verify(true, { says: '', expected: 1, got: 1, at: 'a' })
  const check = property('PAGE-001', draw, () =>
    ++judged % 2 === 0 ? [holds] : [...precondition(false, 'it was busy')],
  )
  const decided: unknown[] = []

  const options = {
    seed: 1,
    scenarios: 4,
    checkMs: 10_000,
    shrinkMs: 0,
    signal: new AbortController().signal,
    onHistory: () => {},
    shortener: {
      endsCheck: (...[, , isDecided]: Parameters<RunShortener['endsCheck']>) => {
        decided.push(isDecided)
        return false
      },
    },
  }
  await runCheck(
    check,
    environmentWhere(() => 200),
    options,
  )
  expect(decided).toEqual([false, false, false, false])
})

it('sees early that a run has no time for all checks, unless nothing has failed', () => {
  const clock = { ms: 0 }
  const slow = { leftMs: () => 900_000, maySkip: true }
  const shortener = runShortener(slow, () => clock.ms)

  clock.ms = 21_000
  expect(shortener.willSkipChecks()).toBe(false)
  clock.ms = 19_000
  shortener.record(failedMust)
  expect(shortener.willSkipChecks()).toBe(false)
  clock.ms = 21_000
  expect(shortener.willSkipChecks()).toBe(true)
  const quick = runShortener({ leftMs: () => 200_000, maySkip: true }, () => clock.ms)
  quick.record(failedMust)
  clock.ms = 60_000
  expect(quick.willSkipChecks()).toBe(false)
})

it('sees later that a run of more than five minutes will leave out checks', () => {
  const clock = { ms: 0 }
  const shortener = runShortener({ leftMs: () => 240_000, maySkip: true }, () => clock.ms)

  shortener.record(failedMust)
  clock.ms = 80_000
  expect(shortener.willSkipChecks()).toBe(false)
  clock.ms = 100_000
  expect(shortener.willSkipChecks()).toBe(true)
})
