import { clip, formatCount } from '../text-layout.ts'
import {
  countsSentence,
  type BaselineDifference,
  baselineDifferences,
  exitSentence,
  notedDifferences,
} from '../baseline-messages.ts'
import { escapeControls } from '../escape.ts'
import { columns, type Page, paragraphLines } from './page.ts'

const differencesMax = 12
const notesMax = 4

/** How many differences and notes are shown. The report has all of them. */
export type BaselineLineLimits = { differences: number; notes: number }

/** Formats the comparison with the baseline and the resulting exit code. */
export function baselineLines(
  { report, colours }: Page,
  limits: BaselineLineLimits = { differences: differencesMax, notes: notesMax },
): string[] {
  const { baseline } = report
  if (!baseline) return []
  const paint = { 0: colours.green, 1: colours.red, 4: colours.yellow }[baseline.exitCode]
  return [
    ...paragraphLines(`baseline: ${countsSentence(baseline)}`, 0),
    ...shown(baselineDifferences(baseline), limits.differences),
    ...shown(notedDifferences(baseline), limits.notes),
    ...paragraphLines(exitSentence(baseline), 0).map(line => paint(line)),
  ]
}

function shown(differences: BaselineDifference[], most: number): string[] {
  const lines = differences.slice(0, most).map(({ kind, id, says }) => {
    const line = `  ${kind.padEnd(8)} ${id}: ${escapeControls(says)}`
    return clip(line, columns)
  })
  const more = differences.length - lines.length
  return more > 0 ? [...lines, `  and ${formatCount(more)} more in the report`] : lines
}
