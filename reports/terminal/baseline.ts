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

/** How the run compares with its baseline, and the exit code that follows. */
export function baseline({ report, colours }: Page): string[] {
  const { baseline } = report
  if (!baseline) return []
  const paint = { 0: colours.green, 1: colours.red, 4: colours.yellow }[baseline.exitCode]
  return [
    ...paragraph(`baseline: ${countsSentence(baseline)}`, 0),
    ...shown(differencesOf(baseline), differencesMax),
    ...shown(notesOf(baseline), notesMax),
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
