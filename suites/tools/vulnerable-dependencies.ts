// Runs `npm audit` and reports known vulnerabilities of the dependencies, if the registry answers.

import { execFile } from 'node:child_process'
import type { LongRun } from '../long-runs/storage-engine-runs.ts'
import { projectRoot } from '../lint/sources.ts'

type Report = {
  error?: { summary?: string; code?: string }
  message?: string
  metadata?: { vulnerabilities: Record<string, number> }
  vulnerabilities?: Record<string, { severity: string; isDirect: boolean }>
}

/** A dependency with a known vulnerability is a failure. A registry that does not answer is not. */
export async function auditDependencies(): Promise<LongRun> {
  const output = await new Promise<string>(resolve => {
    execFile('npm', ['audit', '--json'], { cwd: projectRoot, timeout: 120_000 }, (_, out) =>
      resolve(out),
    )
  })
  return auditOutcome(output)
}

/** The outcome of a report of `npm audit`. */
export function auditOutcome(output: string): LongRun {
  const report = parsed(output)
  if (!report?.metadata) {
    const why = report?.error?.summary || report?.error?.code || report?.message || 'no report'
    return { summary: `skipped: the registry does not answer (${why})` }
  }
  const found = Object.entries(report.vulnerabilities ?? {})
  if (found.length === 0) return { summary: 'no known vulnerability' }
  return { problem: found.map(([name, { severity }]) => `  ${name}: ${severity}`).join('\n') }
}

function parsed(output: string): Report | undefined {
  try {
    return JSON.parse(output) as Report
  } catch {
    // The output is empty or a message for people, not a report.
    return undefined
  }
}
