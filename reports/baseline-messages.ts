// Messages about the comparison with a baseline, shared by all forms of the report.

import type { BaselineResult, ConformanceReport, Finding, RequirementRow } from './report.ts'

/** A difference that affects the exit code, or one that is only noted. */
export type BaselineDifference = {
  kind: 'new' | 'changed' | 'stale' | 'stopped' | 'noted'
  id: string
  says: string
}

/** Returns the differences that affect the exit code, worst first, as one sentence each. */
export function baselineDifferences(baselined: BaselineResult): BaselineDifference[] {
  const { new: fresh, changed, stale, stopped } = baselined
  return [
    ...fresh.map(({ id, verdict, reason }) => of('new', id, `${verdict}: ${reason}`)),
    ...changed.map(({ id, was, is }) => of('changed', id, `expected ${was}; got ${is}`)),
    ...stale.map(({ id, was }) => of('stale', id, `${was} in the baseline, but no longer`)),
    ...stopped.map(({ id, verdict }) => of('stopped', id, `no longer judged: ${verdict}`)),
  ]
}

/** Returns the differences that do not affect the exit code. */
export const notedDifferences = ({ noted }: BaselineResult): BaselineDifference[] =>
  noted.map(({ id, was, is }) => of('noted', id, `was ${was}; is ${is}`))

const of = (kind: BaselineDifference['kind'], id: string, says: string): BaselineDifference => ({
  kind,
  id,
  says,
})

/** Formats `4 known, 0 new, 0 changed, 0 stale, 0 no longer judged`, and the number of notes. */
export function countsSentence(baselined: BaselineResult): string {
  const { known, new: fresh, changed, stale, stopped, noted } = baselined
  const counts = [
    `${known.length} known`,
    `${fresh.length} new`,
    `${changed.length} changed`,
    `${stale.length} stale`,
    `${stopped.length} no longer judged`,
    ...(noted.length > 0 ? [`${noted.length} noted`] : []),
  ]
  return counts.join(', ')
}

/** Explains the exit code. */
export function exitSentence(baselined: BaselineResult): string {
  const { exitCode, file } = baselined
  const code = `exit code ${exitCode}`
  if (exitCode === 1) return `${code}: the run differs from ${file}`
  if (exitCode === 4) return `${code}: musts that are not in ${file} could not be judged`
  const known = excusedIds(baselined).size
  if (known === 0) return `${code}: the baseline is empty, and there are no new failures`
  return `${code}: every row that does not pass is in ${file}`
}

/** Returns the rows that do not count against the run: known ones, and known ones that vary. */
export function excusedIds({ known, noted }: BaselineResult): Set<string> {
  return new Set([...known, ...noted].map(({ id }) => id))
}

/** Whether every row of a finding is known, so that it need not be shown. */
export function isKnownFinding({ ids }: Finding, { baseline }: ConformanceReport): boolean {
  if (!baseline) return false
  const excused = excusedIds(baseline)
  return ids.every(id => excused.has(id))
}

/** Returns the difference of a row that affects the exit code, or undefined. */
export function rowDifference(
  { id }: Pick<RequirementRow, 'id'>,
  baselined: BaselineResult,
): string | undefined {
  const found = baselineDifferences(baselined).find(one => one.id === id)
  return found && `${found.kind} against the baseline: ${found.says}`
}
