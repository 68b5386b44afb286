// Compares two reports: rows that newly fail, newly pass, or fail for another reason.

import type { Strength, VerdictWord } from '../suites/verdict.ts'
import { escapeControls } from './escape.ts'
import { unjudgedReason, type FailureReason, failureReason } from './fingerprint.ts'
import { clip, countedNoun, formatCount, wrap } from './text-layout.ts'
import type { ParsedReport, ParsedRow } from './read.ts'

/**
 * A row that differs between the reports. `absent` means that the row is only in the other report.
 */
export type RowChange = {
  id: string
  title: string
  strength: Strength
  was: VerdictWord | 'absent'
  is: VerdictWord | 'absent'
  /** The reason in the later report, and that in the earlier one if it differs. */
  reason: string
  before: string
}

/** The differences between two reports. */
export type ReportDiff = {
  /** Differences between the runs themselves, which limit the comparison. */
  runs: { what: string; was: string; is: string }[]
  /** Why a run performed less than it could have. Rows may differ for this reason alone. */
  cut: string[]
  newlyFails: RowChange[]
  newlyPasses: RowChange[]
  /** Does not pass in either report, for different reasons. */
  changed: RowChange[]
  /** Was judged only in the earlier report. */
  notJudged: RowChange[]
  /**
   * Other changes of the verdict, such as from `pass` to `flaky`, or to a `pass` with fewer
   * scenarios than planned.
   */
  others: RowChange[]
}

const judged: RowChange['was'][] = ['pass', 'fail', 'observed', 'waived']
const open: RowChange['was'][] = ['flaky', 'inconclusive', 'error']

/** Compares the rows of two reports by id. Reasons are normalised before they are compared. */
export function diffReports(before: ParsedReport, after: ParsedReport): ReportDiff {
  const earlier = new Map(before.requirements.map(row => [row.id, row]))
  const later = new Map(after.requirements.map(row => [row.id, row]))
  const ids = [...new Set([...earlier.keys(), ...later.keys()])]
  const changes = ids.flatMap(id => changeOf(earlier.get(id), later.get(id)))
  const wasOpen = ({ was }: RowChange) => open.includes(was) || ['fail', 'waived'].includes(was)
  // A selection is reported once, as a difference of the runs.
  const isLeftOut = ({ is }: RowChange) => after.filtered && is === 'untested'
  const groups = {
    newlyFails: changes.filter(({ was, is }) => is === 'fail' && was !== 'fail'),
    newlyPasses: changes.filter(
      change => change.is === 'pass' && wasOpen(change) && !later.get(change.id)?.shortened,
    ),
    changed: changes.filter(({ was, is }) => was === is && (is === 'fail' || open.includes(is))),
    notJudged: changes.filter(
      ({ was, is }) => judged.includes(was) && !judged.includes(is) && is !== 'flaky',
    ),
  }
  const named = new Set(Object.values(groups).flat())
  return {
    runs: runsOf(before, after),
    cut: [...cutOf('the first', before), ...cutOf('the second', after)],
    ...groups,
    notJudged: groups.notJudged.filter(change => !isLeftOut(change)),
    others: changes.filter(
      change => change.was !== change.is && !named.has(change) && !isLeftOut(change),
    ),
  }
}

/** Returns no change if the row is the same in both. */
function changeOf(earlier: ParsedRow | undefined, later: ParsedRow | undefined): RowChange[] {
  const row = later ?? earlier
  if (!row) return []
  const was = earlier?.verdict ?? 'absent'
  const is = later?.verdict ?? 'absent'
  const before = reasonIn(earlier)
  const now = reasonIn(later)
  if (was === is && before.hash === now.hash) return []
  const { id, title, strength } = row
  const reason = later?.shortened ? 'with fewer scenarios than planned' : now.reason
  return [{ id, title, strength, was, is, reason, before: before.reason }]
}

function reasonIn(row: ParsedRow | undefined): FailureReason {
  if (row?.failure) return failureReason(row.failure)
  return unjudgedReason(row?.because ?? '')
}

function runsOf(before: ParsedReport, after: ParsedReport): ReportDiff['runs'] {
  const facts = ({
    target,
    suite,
    seed,
    scenarios,
    filtered,
    targetOnly,
    profile,
  }: ParsedReport) => ({
    target: `${target.name}: ${target.implementation} ${target.version}`,
    dialect: target.dialect,
    set: suite.set,
    checks: suite.checks ?? 'unknown',
    seed: `${seed}`,
    'scenarios per property': `${scenarios}`,
    selection: filtered
      ? `${profile ?? 'a part'} of the set`
      : targetOnly
        ? 'the set without started programs'
        : 'the whole set',
  })
  const was = Object.entries(facts(before))
  const is: Record<string, string> = facts(after)
  return was.flatMap(([what, value]) =>
    value === is[what] ? [] : [{ what, was: value, is: is[what] ?? '' }],
  )
}

/** Says that a run ended early or was shortened. */
function cutOf(which: string, { scenarioDigest, shortened, skipped }: ParsedReport): string[] {
  if (scenarioDigest !== 'partial' && !shortened && !skipped) return []
  const parts = [
    ...(skipped ? [`${countedNoun(skipped.checks, 'check')} skipped (${skipped.because})`] : []),
    ...(shortened
      ? [`${countedNoun(shortened.checks, 'check')} shortened to ${shortened.scenarios} scenarios`]
      : []),
  ]
  const what = parts.length > 0 ? parts.join(', ') : 'ended early'
  return [`${which} run was not complete: ${what}; rows may differ for this reason`]
}

const columns = 80
const groupMax = 200

/** Formats the comparison for a terminal of 80 columns. The counts come last. */
export function diffLines(diff: ReportDiff): string[] {
  const { runs, cut, newlyFails, newlyPasses, changed, notJudged, others } = diff
  const groups = [
    ['newly fails', newlyFails],
    ['newly passes', newlyPasses],
    ['fails, or could not be judged, for another reason', changed],
    ['no longer judged', notJudged],
    ['other changes', others],
  ] as const
  const counts = [
    `${formatCount(newlyFails.length)} newly failing`,
    `${formatCount(newlyPasses.length)} newly passing`,
    `${formatCount(changed.length)} changed`,
    `${formatCount(notJudged.length)} no longer judged`,
    `${formatCount(others.length)} other`,
  ]
  return [
    ...runs.map(({ what, was, is }) => clip(escapeControls(`${what}: ${was} -> ${is}`), columns)),
    ...cut.flatMap(line => wrap(escapeControls(line), columns)),
    ...groups.flatMap(([title, changes]) => group(title, changes)),
    counts.join(', '),
  ]
}

function group(title: string, changes: RowChange[]): string[] {
  if (changes.length === 0) return []
  const more = changes.length - groupMax
  return [
    `${title}: ${formatCount(changes.length)}`,
    ...changes.slice(0, groupMax).flatMap(changeLines),
    ...(more > 0 ? [`  and ${formatCount(more)} more`] : []),
  ]
}

function changeLines({ id, title, strength, was, is, reason, before }: RowChange): string[] {
  const states = was === is ? is : `${was} -> ${is}`
  const reasons = was === is ? [`was ${before}`, `is  ${reason}`] : [reason]
  return [
    `  ${id}  ${strength}  ${states}  ${title}`,
    ...reasons.filter(line => line !== '').map(line => `    ${line}`),
  ].map(line => clip(escapeControls(line), columns))
}
