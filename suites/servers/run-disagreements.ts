// Compares two runs of one command on one server: no verdict may differ.

import type { ConformanceReport } from '../../reports/report.ts'

type Rows = Pick<ConformanceReport, 'requirements'>
type Row = Rows['requirements'][number]

// The rest of a reason (stacks, bodies) does not help the reader.
const reasonMax = 240

/**
 * Returns the rows whose verdicts differ between two reports of the same command on the same
 * server, one line each with both verdicts and both reasons. Different reasons for the same verdict
 * do not count, and neither do rows that a run did not reach before its time limit, or whose other
 * scenarios it left out.
 */
export function runDisagreements(first: Rows, second: Rows): string[] {
  const later = new Map(second.requirements.map(row => [row.id, row]))
  return first.requirements
    .filter(row => row.verdict !== later.get(row.id)?.verdict)
    .filter(row => isReached(row) && isReached(later.get(row.id)))
    .map(row => `${row.id}: ${lineOf(row)}, then ${lineOf(later.get(row.id))}`)
}

const isReached = (row: Row | undefined): boolean =>
  row?.shortened !== true && !/^not judged: the time limit of the run\b/.test(row?.because ?? '')

function lineOf(row: Row | undefined): string {
  if (!row) return 'absent'
  const [reason = ''] = (row.because ?? '').split('\n')
  return reason === '' ? row.verdict : `${row.verdict} (${reason.slice(0, reasonMax)})`
}
