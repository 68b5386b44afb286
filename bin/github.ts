// What certify does for GitHub Actions: annotations, and a summary of the job.

import { appendFileSync } from 'node:fs'
import { redact } from '../fixtures/client/redact.ts'
import { annotations } from '../reports/github.ts'
import { markdownSummary } from '../reports/markdown.ts'
import type { ConformanceReport } from '../reports/report.ts'
import { printAsIs, printError } from './output.ts'

/** Annotates where `--format github` asks for it, and adds to the summary wherever one is kept. */
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
    // The run is over and judged: a page that cannot be written does not change what it found.
    printError(`GITHUB_STEP_SUMMARY: expected a file, got ${(cause as Error).message}\n`)
  }
}
