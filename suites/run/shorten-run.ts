// Shortens long runs on servers that have failed already: the result is known then, and a complete
// list of failures is needed soon.

import { skipReasonFor } from './skipped-checks.ts'
import type { SkipReason } from './skipped-checks.ts'
import { requirement } from '../select/select.ts'
import type { Verdict } from '../verdict.ts'

/**
 * Each check performs this number of scenarios after `afterMs`, and already after `fromMs` if the
 * estimated duration of the run exceeds `longestMs`. Times are milliseconds since its start.
 */
const stages = [
  { afterMs: 200_000, fromMs: 120_000, longestMs: 270_000, scenarios: 2 },
  { afterMs: 150_000, fromMs: 40_000, longestMs: 240_000, scenarios: 5 },
]

// The rest of five minutes is for the pre-flight, checks in progress, the sweep and the report.
const lastCheckMs = 220_000

// From these times on, the estimate shows whether checks will be left out even with fewer
// scenarios.
const looks = [
  { afterMs: 20_000, longestMs: 600_000 },
  { afterMs: 90_000, longestMs: 300_000 },
  { afterMs: 150_000, longestMs: 240_000 },
]

// The usual duration of the checks in progress at the last start, and of the sweep.
const endMs = 20_000

/** Returns the time that a run has left at most if checks may be left out and a must has failed. */
export const longestLeftMs = (elapsedMs: number): number =>
  Math.max(0, lastCheckMs + endMs - elapsedMs)

/** How a run on a server that has failed is shortened. */
export type ShortenOptions = {
  leftMs: LeftMs
  /** Whether checks that have not begun after 220 seconds are left out. */
  maySkip: boolean
}

/** Estimates the milliseconds that a run has left, or undefined while too little is known. */
export type LeftMs = () => number | undefined

/** How many checks were shortened, and to how many scenarios at least. */
export type Shortened = { readonly checks: number; readonly scenarios: number }

export type RunShortener = {
  /** Receives each verdict of the run. */
  record(verdict: Pick<Verdict, 'id' | 'verdict'>): void
  /**
   * Whether a check that has performed this many scenarios, without a failure, is to end. If these
   * scenarios are not enough for a verdict (`isDecided` is false), the limit is doubled.
   */
  endsCheck(performed: number, planned: number, isDecided?: boolean): boolean
  /** Whether some checks will probably be left out. Once true, it stays so. */
  willSkipChecks(): boolean
  /** Returns why no further check may start, or undefined if it may. */
  reasonToSkip(): SkipReason | undefined
  /** Undefined if no check was shortened. */
  result(): Shortened | undefined
}

/**
 * Creates the shortener of a run that begins now. If a must has failed, checks perform five
 * scenarios instead of all after 150 seconds, and two after 200, or earlier on a slow server. After
 * 220 seconds no check begins, and no scenario but the first of a check, so that the report comes
 * within five minutes.
 * `now` is in milliseconds.
 */
export function runShortener(
  { leftMs, maySkip }: ShortenOptions,
  now: () => number = () => performance.now(),
): RunShortener {
  const start = now()
  let hasFailed = false
  let willSkip = false
  let checks = 0
  let fewest = Infinity
  return {
    record: ({ id, verdict }) => {
      hasFailed ||= verdict === 'fail' && requirement(id).strength === 'must'
    },
    endsCheck: (performed, planned, isDecided = true) => {
      const elapsedMs = now() - start
      const wholeMs = elapsedMs + (leftMs() ?? 0)
      const stage = stages.find(
        ({ afterMs, fromMs, longestMs }) =>
          hasFailed && (elapsedMs > afterMs || (elapsedMs > fromMs && wholeMs > longestMs)),
      )
      const fewestOfStage = (stage?.scenarios ?? 0) * (isDecided ? 1 : 2)
      const fewestHere = maySkip && elapsedMs > lastCheckMs ? 1 : fewestOfStage
      if (!stage || performed < fewestHere || performed >= planned) return false
      checks++
      fewest = Math.min(fewest, performed)
      return true
    },
    willSkipChecks: () => {
      const elapsedMs = now() - start
      const wholeMs = elapsedMs + (leftMs() ?? 0)
      const isTooLong = looks.some(
        ({ afterMs, longestMs }) => elapsedMs > afterMs && wholeMs > longestMs,
      )
      willSkip ||= maySkip && hasFailed && isTooLong
      return willSkip
    },
    reasonToSkip: () =>
      maySkip && hasFailed && now() - start > lastCheckMs
        ? skipReasonFor('a must has failed, and the run is slow; use --timeout 30m to run all')
        : undefined,
    result: () => (checks === 0 ? undefined : { checks, scenarios: fewest }),
  }
}
