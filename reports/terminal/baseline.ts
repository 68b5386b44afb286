import { clip, grouped } from '../layout.ts'
import {
  countsSentence,
  type Difference,
  differencesOf,
  exitSentence,
  notesOf,
} from '../baseline-words.ts'
import { visible } from '../escape.ts'
import { columns, type Page, paragraph } from './page.ts'

const differencesMax = 12
const notesMax = 4

/** How many differences and notes are named; the report has all of them. */
export type Most = { differences: number; notes: number }

/** How the run compares with its baseline, and the exit code that follows. */
export function baseline(
  { report, colours }: Page,
  most: Most = { differences: differencesMax, notes: notesMax },
): string[] {
  const { baseline } = report
  if (!baseline) return []
  const paint = { 0: colours.green, 1: colours.red, 4: colours.yellow }[baseline.exitCode]
  return [
    ...paragraph(`baseline: ${countsSentence(baseline)}`, 0),
    ...shown(differencesOf(baseline), most.differences),
    ...shown(notesOf(baseline), most.notes),
    ...paragraph(exitSentence(baseline), 0).map(line => paint(line)),
  ]
}

function shown(differences: Difference[], most: number): string[] {
  const lines = differences.slice(0, most).map(({ kind, id, says }) => {
    const line = `  ${kind.padEnd(8)} ${id}: ${visible(says)}`
    return clip(line, columns)
  })
  const more = differences.length - lines.length
  return more > 0 ? [...lines, `  and ${grouped(more)} more in the report`] : lines
}
