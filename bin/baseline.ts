// The flags --baseline and --update-baseline of certify.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { baselineOf, compare, exitCodeUnder } from '../reports/baseline.ts'
import {
  type Baseline,
  BaselineProblem,
  baselineText,
  parseBaseline,
} from '../reports/baseline-file.ts'
import type { ConformanceReport } from '../reports/report.ts'
import { exitCodeOf } from '../suites/verdict.ts'

type BaselineFlags = { baseline?: string; updateBaseline?: boolean }

/** Reads a baseline before a run, so that a bad file is told at once. @throws BaselineProblem */
export function checkBaseline({ baseline: file, updateBaseline }: BaselineFlags): void {
  if (file !== undefined) opened(file, updateBaseline === true)
}

/**
 * The report with what the baseline makes of it. With `updateBaseline` the file is written first,
 * from this run: whatever did not run keeps its entry, and all entries keep their notes.
 */
export function withBaseline(report: ConformanceReport, flags: BaselineFlags): ConformanceReport {
  const { baseline: file, updateBaseline } = flags
  if (file === undefined) return report
  const previous = opened(file, updateBaseline === true)
  const baseline = updateBaseline || !previous ? baselineOf(report, previous) : previous
  if (updateBaseline) save(baseline, file)
  const comparison = compare(report, baseline)
  const exitCode = exitCodeUnder(report, comparison)
  return { ...report, baseline: { file, exitCode, ...comparison } }
}

/** The exit code of a run: that of its result, unless a baseline excuses what is known. */
export const exitCodeOfRun = ({ baseline, result }: ConformanceReport): 0 | 1 | 4 =>
  baseline?.exitCode ?? exitCodeOf(result)

/** The baseline in a file; a file that is yet to be written may be absent. */
function opened(file: string, mayBeAbsent: boolean): Baseline | undefined {
  if (mayBeAbsent && !existsSync(file)) return undefined
  return parseBaseline(textOf(file), file)
}

function save(baseline: Baseline, file: string): void {
  try {
    writeFileSync(file, baselineText(baseline))
  } catch (cause) {
    throw new BaselineProblem(
      `${file}: expected a file that can be written, got ${(cause as Error).message}`,
      { cause },
    )
  }
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
