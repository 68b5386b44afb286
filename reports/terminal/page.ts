// What every block of the summary is made with.

import pc from 'picocolors'
import { escapeControls } from '../escape.ts'
import { wrap, wrapCommand } from '../text-layout.ts'
import type { ConformanceReport } from '../report.ts'

export type SummaryOptions = {
  /** The exact command that repeats this run, its seed included. */
  command: string
  /** The report directory as the user would type it; case files are named below it. */
  reportDir: string
  /** The files written there, relative to it. */
  files: string[]
  colour: boolean
  /** Everything rather than what fits on one screen. */
  verbose: boolean
}

export type Colours = ReturnType<typeof pc.createColors>
export type Page = { report: ConformanceReport; options: SummaryOptions; colours: Colours }

export const columns = 80
const nameColumns = 10
const hang = 2
const linesMax = 8

/** A dim name and beside it a value, wrapped; a value of more than eight lines is cut. */
export function fieldLines(
  name: string,
  value: string,
  indent: number,
  { colours }: Page,
): string[] {
  return beside(name, block(value, columns - indent - nameColumns - hang), indent, colours)
}

/** Wrapped text, indented; more than eight lines are cut. */
export function paragraphLines(text: string, indent: number): string[] {
  return block(text, columns - indent).map(line => `${' '.repeat(indent)}${line}`)
}

function block(text: string, width: number): string[] {
  const lines = wrap(escapeControls(text), width)
  return lines.length > linesMax ? [...lines.slice(0, linesMax - 1), '…'] : lines
}

/** A dim name and beside it a command, whole, in lines that can be copied as they stand. */
export function commandLines(name: string, command: string, indent: number, page: Page): string[] {
  const lines = wrapCommand(escapeControls(command), columns - indent - nameColumns - hang)
  return beside(name, lines, indent, page.colours)
}

/** Continued lines hang by two columns, so that two values under one name stay apart. */
function beside(name: string, lines: string[], indent: number, colours: Colours): string[] {
  const left = ' '.repeat(indent)
  return lines.map((line, at) =>
    at === 0
      ? `${left}${colours.dim(name.padEnd(nameColumns))}${line}`
      : `${left}${' '.repeat(nameColumns + hang)}${line}`,
  )
}
