// Parses the verbose plain text of a health endpoint, line by line. The rules are independent of
// the reference, so that no server is measured by the wording of the reference.

import type { Exchange } from './history.ts'

/** The line of one check in a verbose health response. */
export type HealthCheckLine = {
  /** The text between the mark and the outcome. */
  check: string
  /** `[+]NAME ok`, `[+]NAME excluded: ok`, `[-]NAME failed: reason withheld`. */
  says: 'ok' | 'excluded' | 'failed'
}

/** A verbose health response, parsed line by line. */
export type HealthReport = {
  checks: HealthCheckLine[]
  /** Lines before the last one that match none of the forms. */
  others: string[]
  /** The last line that is not empty; `''` for an empty text. */
  last: string
}

const forms = [
  ['excluded', /^\[\+\](\S|\S.*\S) excluded: ok$/],
  ['ok', /^\[\+\](\S|\S.*\S) ok$/],
  ['failed', /^\[-\](\S|\S.*\S) failed: reason withheld$/],
] as const

/** Parses a verbose answer. Empty lines at its end are ignored. */
export function parseHealthReport(text: string): HealthReport {
  const lines = text.replace(/[\r\n]+$/, '').split(/\r?\n/)
  const last = lines.pop() ?? ''
  const read = lines.map(line => checkLine(line) ?? line)
  return {
    checks: read.filter(line => typeof line !== 'string'),
    others: read.filter(line => typeof line === 'string'),
    last,
  }
}

function checkLine(line: string): HealthCheckLine | undefined {
  for (const [says, form] of forms) {
    const check = form.exec(line)?.[1]
    if (check !== undefined) return { check, says }
  }
  return undefined
}

export const healthReportOf = ({ answer }: Exchange): HealthReport =>
  parseHealthReport(answer?.text ?? '')

/** Returns the line of one check, if there is one. */
export const healthCheckLine = (report: HealthReport, check: string): HealthCheckLine | undefined =>
  report.checks.find(line => line.check === check)
