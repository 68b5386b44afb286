// Ends a run early: on a signal, after a time limit, or after a number of findings.

import { findingsOf } from '../reports/findings.ts'
import type { RowOfRun } from '../reports/findings.ts'
import { requirement } from '../suites/select/select.ts'
import type { Verdict } from '../suites/verdict.ts'
import { durationText } from './durations.ts'

/** The limits of a run. Absent limits do not apply. */
export type RunLimits = { timeout?: number; maxFindings?: number; failFast?: boolean }

/** A limit that the user set was reached. */
export class RunEnded extends Error {
  override name = 'RunEnded'
}

/** Watches the limits of a run. */
export type RunEnd = {
  /** Fires when the first limit is reached. The reason names it. */
  signal: AbortSignal
  sees(verdict: Verdict): void
  /** Clears the timer. */
  close(): void
}

// The evidence of the whole run is known only at its end. It may merge findings further.
const noClues = { capabilityCounts: {}, requestedCapabilities: new Map() }

/** The row of a failing verdict, as far as findings need it. */
const rowOf = (verdict: Verdict): RowOfRun => ({
  ...requirement(verdict.id),
  ...verdict,
  case: `cases/${verdict.id}.json`,
  inSet: true,
  mutants: { killed: 0, survived: 0 },
  proof: 'unproven',
})

/** Starts the limits of a run. The returned signal also fires with `stop`. */
export function startRunLimits(stop: AbortSignal, limits: RunLimits): RunEnd {
  const reached = new AbortController()
  const failed: RowOfRun[] = []
  const { timeout, failFast } = limits
  const findingsMax = failFast ? 1 : limits.maxFindings
  const flag = failFast ? '--fail-fast' : `--max-findings ${findingsMax}`
  const timer =
    timeout === undefined
      ? undefined
      : setTimeout(() => {
          const ended = `the time limit of the run was reached (--timeout ${durationText(timeout)})`
          reached.abort(new RunEnded(ended))
        }, timeout)
  return {
    signal: AbortSignal.any([stop, reached.signal]),
    sees(verdict) {
      if (findingsMax === undefined || verdict.verdict !== 'fail') return
      failed.push(rowOf(verdict))
      const count = findingsOf(failed, noClues).length
      if (count < findingsMax) return
      const found = count === 1 ? 'a finding' : `${count} findings`
      reached.abort(new RunEnded(`the run stopped after ${found} (${flag})`))
    },
    close: () => clearTimeout(timer),
  }
}
