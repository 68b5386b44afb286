import { expect, it } from 'vitest'
import { sampleReport } from '../../reports/sample.ts'
import { runDisagreements } from './run-disagreements.ts'

const report = sampleReport()
const [passed] = report.requirements.filter(({ verdict }) => verdict === 'pass')
const reportWith = (changes: object) => ({
  requirements: report.requirements.map(row => (row === passed ? { ...row, ...changes } : row)),
})

it('reports a row with another verdict in the second run', () => {
  const second = reportWith({ verdict: 'inconclusive', because: 'no answer\nstack' })

  expect(runDisagreements(report, second)).toEqual([
    `${passed?.id}: pass, then inconclusive (no answer)`,
  ])
})

it.each([
  [
    'that ran out of time',
    { verdict: 'untested', because: 'not judged: the time limit of the run' },
  ],
  ['whose scenarios were left out', { verdict: 'pass', shortened: true }],
])('compares no row %s', (_, changes) => {
  const failed = reportWith({ verdict: 'fail', because: 'wrong' })

  expect(runDisagreements(reportWith(changes), failed)).toEqual([])
  expect(runDisagreements(failed, reportWith(changes))).toEqual([])
})
