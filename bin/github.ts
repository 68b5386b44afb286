// Writes the output of certify for GitHub Actions: annotations, and a job summary.

import { appendFileSync } from 'node:fs'
import { redact } from '../fixtures/client/redact.ts'
import { annotations } from '../reports/github.ts'
import { markdownSummary } from '../reports/markdown.ts'
import type { ConformanceReport } from '../reports/report.ts'
import { printAsIs, printError } from './output.ts'

/**
 * Writes annotations with `--format github`, and appends to the job summary wherever there is one.
 */
export function writeGithubOutput(
  report: ConformanceReport,
  { format }: { format?: 'text' | 'github' },
  env: Record<string, string | undefined> = process.env,
): void {
  if (format === 'github') for (const line of annotations(report)) printAsIs(`${line}\n`)
  const file = env.GITHUB_STEP_SUMMARY
  if (!file) return
  try {
    appendFileSync(file, redact(markdownSummary(report)))
  } catch (cause) {
    // The run has been judged. A summary that cannot be written does not change its result.
    printError(`GITHUB_STEP_SUMMARY: expected a file, got ${(cause as Error).message}\n`)
  }
}
