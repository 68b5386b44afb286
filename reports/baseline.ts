// Compares runs with a baseline. A baseline lists the rows that are known not to pass, each with
// its reason. Under a baseline, a run fails only for rows that are new, changed, stale or no longer
// judged.

import { exitCodeOf, isBinding, resultOf } from '../suites/verdict.ts'
import { type Baseline, isBaselineVerdict, type BaselineEntry } from './baseline-file.ts'
import { resultOfRun } from './claims.ts'
import { escapeControls } from './escape.ts'
import { unjudgedReason, type FailureReason, failureReason } from './fingerprint.ts'
import type { BaselineComparison, ConformanceReport, RequirementRow } from './report.ts'

/**
 * Compares a run with a baseline. In a filtered run, or one without started programs, entries of
 * rows that were not selected are left out.
 */
export function compareWithBaseline(
  report: ConformanceReport,
  baseline: Baseline,
): BaselineComparison {
  const comparison: BaselineComparison = {
    known: [],
    new: [],
    changed: [],
    stale: [],
    stopped: [],
    noted: [],
  }
  const entries = new Map(baseline.entries.map(known => [known.id, known]))
  for (const row of report.requirements) {
    const known = entries.get(row.id)
    entries.delete(row.id)
    const isUnselected = (report.filtered || report.targetOnly) && row.verdict === 'untested'
    if (known && !isUnselected) compareKnown(row, known, comparison)
    else if (!known) compareUnknown(row, comparison)
  }
  for (const id of entries.keys()) comparison.stopped.push({ id, verdict: 'not in the catalogue' })
  return comparison
}

/**
 * Classifies a row without an entry. A row that keeps a run from being green is new. Others are
 * only noted.
 */
function compareUnknown(row: RequirementRow, comparison: BaselineComparison): void {
  const { id, verdict } = row
  if (!needsEntry(row)) return
  const counts = verdict === 'fail' || (row.inSet && row.strength === 'must')
  if (counts) comparison.new.push({ id, verdict, reason: shownReason(row) })
  else comparison.noted.push({ id, was: 'no entry', is: shownState(row) })
}

function compareKnown(
  row: RequirementRow,
  known: BaselineEntry,
  comparison: BaselineComparison,
): void {
  const { id, verdict } = row
  const was = `${known.verdict}: ${known.reason}`
  const pair = { id, was, is: shownState(row) }
  if (verdict === 'error' || verdict === 'untested') comparison.stopped.push({ id, verdict })
  else if (isFault(known.verdict)) compareFault(row, known, pair, comparison)
  else if (known.verdict === verdict) {
    // The reason of such a row is not a fault of the server and may vary between runs.
    if (rowReason(row).hash === known.hash) comparison.known.push({ id, verdict })
    else comparison.noted.push(pair)
  } else if (isFault(verdict) || verdict === 'waived') comparison.changed.push(pair)
  else if (known.verdict !== 'waived') comparison.noted.push(pair)
  else if (isGood(verdict)) comparison.stale.push({ id, was: known.verdict })
  else comparison.stopped.push({ id, verdict })
}

type Pair = BaselineComparison['changed'][number]

function compareFault(
  row: RequirementRow,
  known: BaselineEntry,
  pair: Pair,
  comparison: BaselineComparison,
): void {
  const { id, verdict } = row
  if (isFault(verdict)) {
    const isSame = rowReason(row).hash === known.hash
    if (!isSame) comparison.changed.push(pair)
    else if (verdict === known.verdict) comparison.known.push({ id, verdict })
    // The same fault, at another frequency.
    else comparison.noted.push(pair)
  } else if (known.verdict === 'flaky' && isGood(verdict)) comparison.noted.push(pair)
  else if (isGood(verdict) || verdict === 'waived') {
    comparison.stale.push({ id, was: known.verdict })
  } else comparison.stopped.push({ id, verdict })
}

const isFault = (verdict: RequirementRow['verdict']): boolean =>
  verdict === 'fail' || verdict === 'flaky'
const isGood = (verdict: RequirementRow['verdict']): boolean =>
  verdict === 'pass' || verdict === 'observed'

/**
 * Whether an update writes an entry for the row: it keeps a run from being green and is no `error`.
 */
function needsEntry(row: RequirementRow): boolean {
  // A binding row that is only observed was not judged. For other rows, `observed` is expected.
  return row.verdict === 'observed' ? isBinding(row) : isBaselineVerdict(row.verdict)
}

/**
 * Returns the exit code of a run under a baseline: 1 if a row newly fails, changed, passes again or
 * is no longer judged. Otherwise it is the exit code of the run without its known rows (4 if other
 * musts could not be judged).
 */
export function exitCodeUnder(
  report: ConformanceReport,
  comparison: BaselineComparison,
): 0 | 1 | 4 {
  const { known, new: fresh, changed, stale, stopped, noted } = comparison
  const newFailures = fresh.filter(({ verdict }) => verdict === 'fail')
  if (newFailures.length + changed.length + stale.length + stopped.length > 0) return 1
  const ids = new Set([...known, ...noted].map(({ id }) => id))
  const excused = report.requirements.map(row =>
    ids.has(row.id) && isBaselineVerdict(row.verdict) ? { ...row, verdict: 'pass' as const } : row,
  )
  const isWhole = report.profile === undefined
  return exitCodeOf(isWhole ? resultOfRun(excused, report) : resultOf(excused, report))
}

/**
 * Returns the baseline with all rows of a report that do not pass. A row that did not run keeps its
 * entry, and every entry keeps its note.
 */
export function baselineOf(report: ConformanceReport, previous?: Baseline): Baseline {
  const before = new Map(previous?.entries.map(known => [known.id, known]))
  const entries = report.requirements.flatMap((row): BaselineEntry[] => {
    const old = before.get(row.id)
    const { verdict } = row
    const didNotRun = verdict === 'error' || (row.inSet && verdict === 'untested')
    if (didNotRun) return old ? [old] : []
    if (!needsEntry(row) || !isBaselineVerdict(verdict)) return []
    const note = old?.note === undefined ? {} : { note: old.note }
    return [{ id: row.id, verdict, ...shortened(rowReason(row)), ...note }]
  })
  return {
    apiVersion: 'touchstone/v1alpha1',
    kind: 'Baseline',
    target: targetOf(report),
    entries: entries.sort((a, b) => (a.id < b.id ? -1 : 1)),
  }
}

/** The implementation if it is known, because a name may be a path on one machine. */
const targetOf = ({ target: { name, implementation } }: ConformanceReport): string =>
  implementation === 'unnamed' ? name : implementation

/** A fault is identified by the exchange that shows it, and any other row by its reason. */
function rowReason(row: RequirementRow): FailureReason {
  if (isFault(row.verdict) && row.failure) return failureReason(row.failure)
  return unjudgedReason(row.because ?? '')
}

const shownReason = (row: RequirementRow): string => shortened(rowReason(row)).reason

function shownState(row: RequirementRow): string {
  return isBaselineVerdict(row.verdict) ? `${row.verdict}: ${shownReason(row)}` : row.verdict
}

const reasonLength = 160

function shortened({ reason, hash }: FailureReason): FailureReason {
  // The text is for people. Runs are compared by the hash.
  const text = escapeControls(reason)
  return {
    reason: text.length <= reasonLength ? text : `${text.slice(0, reasonLength - 1)}…`,
    hash,
  }
}
