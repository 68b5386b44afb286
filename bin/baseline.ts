// Implements the flags --baseline and --update-baseline of certify.

import { accessSync, constants, existsSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { baselineOf, compareWithBaseline, exitCodeUnder } from '../reports/baseline.ts'
import { type Baseline, baselineText, parseBaseline } from '../reports/baseline-file.ts'
import { BaselineProblem } from '../reports/file-errors.ts'
import type { ConformanceReport } from '../reports/report.ts'
import { exitCodeOf } from '../suites/verdict.ts'
import { readText } from './read-text.ts'

type BaselineFlags = { baseline?: string; updateBaseline?: boolean }

/**
 * Reads a baseline before a run, and checks that it can be written if it is to be updated, so that
 * a bad file is reported at once. @throws BaselineProblem
 */
export function checkBaseline({ baseline: file, updateBaseline }: BaselineFlags): void {
  if (file === undefined) return
  opened(file, updateBaseline === true)
  if (updateBaseline) {
    const place = existsSync(file) ? file : dirname(file)
    writing(file, () => accessSync(place, constants.W_OK))
  }
}

/**
 * Adds the comparison with the baseline to a report. With `updateBaseline` the file is first
 * written from this run: rows that did not run keep their entries, and all entries keep their
 * notes.
 */
export function withBaseline(report: ConformanceReport, flags: BaselineFlags): ConformanceReport {
  const { baseline: file, updateBaseline } = flags
  if (file === undefined) return report
  const previous = opened(file, updateBaseline === true)
  const baseline = updateBaseline || !previous ? baselineOf(report, previous) : previous
  if (updateBaseline) writing(file, () => writeFileSync(file, baselineText(baseline)))
  const comparison = compareWithBaseline(report, baseline)
  const exitCode = exitCodeUnder(report, comparison)
  return { ...report, baseline: { file, exitCode, ...comparison } }
}

/**
 * Returns the exit code of a run: that of its result, unless the baseline excuses known failures.
 */
export const exitCodeOfRun = ({ baseline, result }: ConformanceReport): 0 | 1 | 4 =>
  baseline?.exitCode ?? exitCodeOf(result)

/** Reads the baseline in a file. A file that is yet to be written may be absent. */
function opened(file: string, mayBeAbsent: boolean): Baseline | undefined {
  if (mayBeAbsent && !existsSync(file)) return undefined
  return parseBaseline(readText(file, 'a baseline', BaselineProblem), file)
}

function writing(file: string, act: () => void): void {
  try {
    act()
  } catch (cause) {
    throw new BaselineProblem(
      `${file}: expected a file that can be written, got ${(cause as Error).message}`,
      { cause },
    )
  }
}
