import { formatCount } from './text-layout.ts'
import type { ConformanceReport } from './report.ts'
import { mustsOf } from './sentences.ts'

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
  const { result, profile } = report
  const { passed, musts } = mustsOf(report)
  const of = `${formatCount(passed)} of ${formatCount(musts)} musts`
  return {
    schemaVersion: 1,
    label: 'touchstone',
    message: `${result}: ${profile === undefined ? '' : `profile ${profile}, `}${of}`,
    color: colours[result],
  }
}
