// The last lines of a summary: the claims of each surface, and the result.

import { exitCodeOf } from '../../suites/verdict.ts'
import { escapeControls } from '../escape.ts'
import { wrap } from '../text-layout.ts'
import { claimLines, resultSentence } from '../sentences.ts'
import { columns, type Page, paragraphLines } from './page.ts'

/** Formats the separate claims of the server, of its configuration and of started servers. */
export const surfaceClaimLines = ({ report }: Page): string[] =>
  claimLines(report).flatMap(line => paragraphLines(line, 0))

/** Formats the result and what it is based on. */
export function resultLines({ report, colours }: Page): string[] {
  const { result } = report
  const paint = { 0: colours.green, 1: colours.red, 4: colours.yellow }[exitCodeOf(result)]
  const lines = wrap(`${result}: ${escapeControls(resultSentence(report))}`, columns)
  return lines.map((line, index) =>
    index === 0 ? `${colours.bold(paint(result))}${line.slice(result.length)}` : line,
  )
}
