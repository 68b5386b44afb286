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
 * Returns the result in the endpoint format of shields.io. It reports the behaviour of the server:
 * a baseline can make a run green, but not its badge.
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
