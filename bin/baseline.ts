// The flags --baseline and --update-baseline of certify.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { baselineOf, compare, comparisonLines, exitCodeUnder } from '../reports/baseline.ts'
import { BaselineProblem, baselineText, parseBaseline } from '../reports/baseline-file.ts'
import type { ConformanceReport } from '../reports/report.ts'
import { print } from './output.ts'

/** Prints what differs from the baseline; the exit code is that of the run under it. */
export function compareWithBaseline(report: ConformanceReport, file: string): 0 | 1 | 4 {
  const comparison = compare(report, parseBaseline(textOf(file), file))
  for (const line of comparisonLines(comparison)) print(`${line}\n`)
  return exitCodeUnder(report, comparison)
}

/** Writes the failures of a run as the new baseline, keeping what people added to known entries. */
export function updateBaseline(report: ConformanceReport, file: string): 0 {
  const previous = existsSync(file) ? parseBaseline(textOf(file), file) : undefined
  const next = baselineOf(report, previous)
  writeFileSync(file, baselineText(next))
  print(`${file}: ${next.failures.length} known failures\n`)
  return 0
}

/** Reads a baseline before a run, so that a bad file is told at once. @throws BaselineProblem */
export function checkBaseline(file: string): void {
  parseBaseline(textOf(file), file)
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new BaselineProblem(`${file}: expected a baseline, got ${(cause as Error).message}`, {
      cause,
    })
  }
}
