import { expect, test } from 'vitest'
import type { Stranger } from '../../fixtures/strangers/stranger.ts'
import type { ConformanceReport } from '../../reports/report.ts'
import { outcomeOf, problemsOf, rowOf } from './strangers.ts'

const stranger: Stranger = {
  name: 'without-much',
  is: 'A server for this test.',
  faults: [
    { says: 'There are no watches.', ids: ['WATCH-001', 'WATCH-003'], also: ['K8S-WATCH-*'] },
    { says: 'There are no patches.', ids: ['PTCH-001'] },
  ],
  start: () => Promise.reject(new Error('this test starts no server')),
}

/** A report in which these rows fail, as these findings. */
function reportOf(findings: string[][]): ConformanceReport {
  const requirements = findings.flat().map(id => ({ id, verdict: 'fail' }))
  const made = { requirements, findings: findings.map(ids => ({ id: ids[0], ids })) }
  // The rest of a report says nothing here.
  return made as unknown as ConformanceReport
}

const judged = (findings: string[][], exitCode = 1) =>
  outcomeOf(stranger, { exitCode, seconds: 7, lastWords: '', report: reportOf(findings) })

test('a run that names every fault, and nothing else, has no problems', () => {
  const outcome = judged([
    ['WATCH-001', 'K8S-WATCH-001', 'K8S-WATCH-002', 'K8S-WATCH-003', 'WATCH-003'],
    ['PTCH-001'],
  ])

  expect(problemsOf(outcome)).toEqual([])
  expect(rowOf(outcome)).toBe('| without-much | 1 | 7 | 6 | 2 | 0 | 0 | 0 |')
})

test('a failing row that no fault explains is a problem', () => {
  const outcome = judged([['WATCH-001', 'K8S-WATCH-001', 'PATH-004'], ['PTCH-001']])

  expect(problemsOf(outcome)).toContain('  without-much: fail without a fault: PATH-004')
})

test('a fault whose finding comes too late is not named', () => {
  const others = Array.from({ length: 12 }, () => ['K8S-WATCH-001'])

  const { unnamed } = judged([['WATCH-003'], ...others, ['PTCH-001']])

  expect(unnamed).toEqual(['There are no patches.'])
})

test('a row that a fault merely explains does not name it', () => {
  expect(judged([['K8S-WATCH-001'], ['PTCH-001']]).unnamed).toEqual(['There are no watches.'])
})

test('more than a third as many findings as failing rows is a problem', () => {
  const outcome = judged([['WATCH-001'], ['PTCH-001']])

  expect(problemsOf(outcome)).toEqual(['  without-much: 2 findings for 2 rows: more than a third'])
})

test('a run that ends without a report has named nothing', () => {
  const run = { exitCode: 2, seconds: 1, lastWords: 'nothing answers', report: undefined }

  expect(problemsOf(outcomeOf(stranger, run))).toEqual([
    '  without-much: expected a report, got none: nothing answers',
    '  without-much: expected exit code 1, got 2',
    '  without-much: not named within the first 12 findings: There are no watches.',
    '  without-much: not named within the first 12 findings: There are no patches.',
  ])
})

test('a run whose time was over has no exit code', () => {
  const outcome = outcomeOf(stranger, { seconds: 330, lastWords: '', report: reportOf([]) })

  expect(problemsOf(outcome)).toContain(
    '  without-much: expected exit code 1, got none in the time',
  )
})
