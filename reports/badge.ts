import { grouped } from './layout.ts'
import type { ConformanceReport } from './report.ts'
import { mustsOf } from './words.ts'

const colours = {
  conformant: 'brightgreen',
  partial: 'blue',
  incomplete: 'yellow',
  nonconformant: 'red',
} as const

/**
 * The result in the endpoint format of shields.io. It says what the server did: a baseline makes
 * a run green, never its badge.
 */
export function badge(report: ConformanceReport): object {
  const { result } = report
  const { passed, applicable } = mustsOf(report)
  // Of a selection the rows that were not selected say nothing.
  const selected = report.requirements.filter(
    row => row.inSet && row.strength === 'must' && row.verdict === 'untested',
  )
  const judged = report.filtered ? applicable - selected.length : applicable
  return {
    schemaVersion: 1,
    label: 'touchstone',
    message: `${result}: ${grouped(passed)} of ${grouped(judged)} musts`,
    color: colours[result],
  }
}
