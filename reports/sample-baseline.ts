// The sample report under a baseline, for the tests of this folder.

import { baselineOf, compareWithBaseline, exitCodeUnder } from './baseline.ts'
import type { Baseline } from './baseline-file.ts'
import type { ConformanceReport } from './report.ts'
import { sampleReport } from './sample.ts'

/**
 * Returns the sample compared with the baseline of its failures, or with `change` of that baseline.
 */
export function sampleWithBaseline(
  change: (baseline: Baseline) => Baseline = baseline => baseline,
): ConformanceReport {
  const report = sampleReport()
  const comparison = compareWithBaseline(report, change(baselineOf(report)))
  const exitCode = exitCodeUnder(report, comparison)
  return { ...report, baseline: { file: 'known.yaml', exitCode, ...comparison } }
}
