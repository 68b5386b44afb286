// A baseline names the failures that are known, each with its reason, so that a run tells what
// changed: it fails for what is new, changed, stale or no longer run, and for nothing else.

import { exitCodeOf, resultOf, type Failure } from '../suites/verdict.ts'
import type { Baseline, Known } from './baseline-file.ts'
import { visible } from './escape.ts'
import { reasonOf } from './fingerprint.ts'
import type { ConformanceReport, Row } from './report.ts'

/** Known failures beside the failures of a run; each id is in one list at most. */
export type Comparison = {
  /** Fails as the baseline says. */
  known: string[]
  /** Fails, and the baseline does not know it. */
  new: { id: string; reason: string }[]
  /** Fails for another reason, or only sometimes. */
  changed: { id: string; was: string; is: string }[]
  /** No longer fails. */
  stale: string[]
  /** Was not judged in this run, so that nobody knows whether it still fails. */
  stopped: { id: string; verdict: string }[]
}

/**
 * Compares a run with what is known. In a filtered run the entries of rows that were not selected
 * say nothing and are left out.
 */
export function compare(report: ConformanceReport, baseline: Baseline): Comparison {
  const comparison: Comparison = { known: [], new: [], changed: [], stale: [], stopped: [] }
  const entries = new Map(baseline.failures.map(known => [known.id, known]))
  for (const row of report.requirements) {
    const known = entries.get(row.id)
    entries.delete(row.id)
    if (known) compareKnown(row, known, report.filtered, comparison)
    else if (row.verdict === 'fail') comparison.new.push({ id: row.id, reason: shownReason(row) })
  }
  for (const id of entries.keys()) comparison.stopped.push({ id, verdict: 'not in the catalogue' })
  return comparison
}

function compareKnown(row: Row, known: Known, filtered: boolean, comparison: Comparison): void {
  const { id, verdict } = row
  if (verdict === 'fail' && reasonOf(failureOf(row)).hash === known.hash) comparison.known.push(id)
  else if (verdict === 'fail')
    comparison.changed.push({ id, was: known.reason, is: shownReason(row) })
  else if (verdict === 'flaky') comparison.changed.push({ id, was: known.reason, is: 'flaky' })
  else if (verdict === 'pass' || verdict === 'waived' || verdict === 'observed') {
    comparison.stale.push(id)
  } else if (!(filtered && verdict === 'untested')) comparison.stopped.push({ id, verdict })
}

/**
 * The exit code of a run under a baseline: 1 when the comparison shows a difference, else that of
 * the run with its known failures excused (4 when musts could not be judged).
 */
export function exitCodeUnder(report: ConformanceReport, comparison: Comparison): 0 | 1 | 4 {
  const { known, new: fresh, changed, stale, stopped } = comparison
  if (fresh.length + changed.length + stale.length + stopped.length > 0) return 1
  const excused = report.requirements.map(row =>
    known.includes(row.id) ? { ...row, verdict: 'pass' as const } : row,
  )
  return exitCodeOf(resultOf(excused, report.filtered))
}

/** What the comparison came to, one line each; for people. */
export function comparisonLines(comparison: Comparison): string[] {
  const { known, new: fresh, changed, stale, stopped } = comparison
  return [
    `baseline: ${known.length} known, ${fresh.length} new, ${changed.length} changed, ` +
      `${stale.length} stale, ${stopped.length} no longer run`,
    ...fresh.map(({ id, reason }) => `  new      ${id}: ${reason}`),
    ...changed.map(({ id, was, is }) => `  changed  ${id}: expected ${was}, got ${is}`),
    ...stale.map(id => `  stale    ${id}: no longer fails; take it out of the baseline`),
    ...stopped.map(({ id, verdict }) => `  stopped  ${id}: ${verdict}, so it is not known to fail`),
  ]
}

/**
 * The baseline that knows all failures of a report. A filtered run says nothing of the rows that
 * were not selected: it keeps what the previous baseline knew of them.
 */
export function baselineOf(report: ConformanceReport, previous?: Baseline): Baseline {
  const failing = report.requirements.filter(row => row.verdict === 'fail')
  const unselected = report.requirements.filter(row => row.verdict === 'untested')
  const keep = new Set(report.filtered ? unselected.map(row => row.id) : [])
  const kept = previous?.failures.filter(known => keep.has(known.id)) ?? []
  const failures = failing.map(row => ({ id: row.id, ...reasonOf(failureOf(row)) }))
  return {
    apiVersion: 'touchstone/v1alpha1',
    kind: 'Baseline',
    target: report.target.name,
    failures: [...kept, ...failures.map(shortened)].sort((a, b) => (a.id < b.id ? -1 : 1)),
  }
}

function failureOf({ id, failure }: Row): Failure {
  if (!failure) throw new Error(`${id}: a fail without its evidence`)
  return failure
}

const reasonLength = 160

function shownReason(row: Row): string {
  return shortened({ id: row.id, ...reasonOf(failureOf(row)) }).reason
}

function shortened(known: Known): Known {
  // It is shown and kept for people; runs are compared by its hash.
  const reason = visible(known.reason)
  return reason.length <= reasonLength
    ? { ...known, reason }
    : { ...known, reason: `${reason.slice(0, reasonLength - 1)}…` }
}
