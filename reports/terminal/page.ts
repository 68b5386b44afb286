// Layout functions for the blocks of the summary.

import pc from 'picocolors'
import { escapeControls } from '../escape.ts'
import { wrap, wrapCommand } from '../text-layout.ts'
import type { ConformanceReport } from '../report.ts'

export type SummaryOptions = {
  /** The exact command that repeats this run, including its seed. */
  command: string
  /** The report directory as the user would type it. Case files are shown relative to it. */
  reportDir: string
  /** The files written there, relative to it. */
  files: string[]
  colour: boolean
  /** Shows everything rather than one screen. */
  verbose: boolean
  /** How many lines the run has printed before the summary, on the same screen. */
  linesBefore: number
}

export type Colours = ReturnType<typeof pc.createColors>
export type Page = { report: ConformanceReport; options: SummaryOptions; colours: Colours }

export const columns = 80
const nameColumns = 10
const hang = 2
const linesMax = 8

/**
 * Formats a dim name with a wrapped value on the right. A value of more than eight lines is cut.
 */
export function fieldLines(
  name: string,
  value: string,
  indent: number,
  { colours }: Page,
): string[] {
  return beside(name, block(value, columns - indent - nameColumns - hang), indent, colours)
}

/** Formats wrapped, indented text. Text of more than eight lines is cut. */
export function paragraphLines(text: string, indent: number): string[] {
  return block(text, columns - indent).map(line => `${' '.repeat(indent)}${line}`)
}

function block(text: string, width: number): string[] {
  const lines = wrap(escapeControls(text), width)
  return lines.length > linesMax ? [...lines.slice(0, linesMax - 1), '…'] : lines
}

/**
 * Formats a dim name with a complete command on the right, in lines that can be copied unchanged.
 */
export function commandLines(name: string, command: string, indent: number, page: Page): string[] {
  const lines = wrapCommand(escapeControls(command), columns - indent - nameColumns - hang)
  return beside(name, lines, indent, page.colours)
}

/**
 * Continuation lines are indented by two more columns, so that two values under one name can be
 * distinguished.
 */
function beside(name: string, lines: string[], indent: number, colours: Colours): string[] {
  const left = ' '.repeat(indent)
  return lines.map((line, index) =>
    index === 0
      ? `${left}${colours.dim(name.padEnd(nameColumns))}${line}`
      : `${left}${' '.repeat(nameColumns + hang)}${line}`,
  )
}
