import { expect, test } from 'vitest'
import { publishedImplementations } from '../../../fixtures/published/all.ts'
import type { KnownFault } from '../../../fixtures/partial-servers/partial-server.ts'
import type { PublishedImplementation } from '../../../fixtures/published/published-implementation.ts'
import type { ConformanceReport } from '../../../reports/report.ts'
import { rowsFor } from '../../select/select.ts'
import { compareWithTable } from './certify-published.ts'
import { publishedStarts } from './starts.ts'

test.each(publishedImplementations)(
  'every row that is in the table of $name is in the catalogue',
  one => {
    const ids = rowsFor('kubernetes').map(({ id }) => id)
    const named = [
      ...one.faults.flatMap(fault => [...fault.ids, ...(fault.also ?? [])]),
      ...one.falseAlarms.flatMap(alarm => alarm.ids),
    ]

    const unknown = named.filter(
      id =>
        !ids.some(known => (id.endsWith('*') ? known.startsWith(id.slice(0, -1)) : known === id)),
    )

    expect(unknown).toEqual([])
  },
)

test.each(publishedImplementations)(
  'detail faults of $name are not those of the specification',
  one => {
    const ids = one.faults.filter(({ isDetail }) => isDetail).flatMap(fault => fault.ids)

    expect(ids.filter(id => !id.startsWith('K8S-'))).toEqual([])
  },
)

test('each implementation has a start script, and each start script an implementation', () => {
  expect(Object.keys(publishedStarts).toSorted()).toEqual(
    publishedImplementations.map(({ name }) => name).toSorted(),
  )
})

const faulty: PublishedImplementation = {
  name: 'faulty',
  version: 'v1',
  is: 'A server for this test.',
  faults: [{ says: 'There are no watches.', ids: ['WATCH-001'], also: ['K8S-WATCH-*'] }],
  falseAlarms: [{ ids: ['PATH-004'], because: 'It lists all namespaces.' }],
}

/** Returns a report with these findings. Each finding is the list of its failing rows. */
function reportOf(findings: string[][]): ConformanceReport {
  const requirements = findings.flat().map(id => ({ id, verdict: 'fail' }))
  const result = findings.length > 0 ? 'nonconformant' : 'conformant'
  // The rest of a report is not read.
  const report = { result, requirements, findings: findings.map(ids => ({ id: ids[0], ids })) }
  return report as unknown as ConformanceReport
}

const problemsOf = (one: PublishedImplementation, findings: string[][]) =>
  compareWithTable(one, { exitCode: 1, seconds: 1, lastWords: '', report: reportOf(findings) })
    .problems

test('a report with the known faults and false alarms has no problems', () => {
  expect(problemsOf(faulty, [['WATCH-001', 'K8S-WATCH-003'], ['PATH-004']])).toEqual([])
})

test('a failing row that the table does not explain is a problem', () => {
  expect(problemsOf(faulty, [['WATCH-001'], ['PATH-004'], ['GET-001']])).toEqual([
    'fail without a fault: GET-001',
  ])
})

test('a fault that is not reported early is a problem, and so is a missing alarm', () => {
  expect(problemsOf(faulty, [['K8S-WATCH-001']])).toEqual([
    'not named within the first 12 findings: There are no watches.',
    'no false alarm any more: PATH-004',
  ])
})

test('a detail fault may be reported late', () => {
  const detail: KnownFault = {
    says: 'Errors have other reasons.',
    ids: ['K8S-ERR-002'],
    isDetail: true,
  }
  const one = { ...faulty, faults: [...faulty.faults, detail] }
  const early = [
    ['WATCH-001'],
    ['PATH-004'],
    ...Array.from({ length: 12 }, () => ['K8S-WATCH-001']),
  ]

  expect(problemsOf(one, [...early, ['K8S-ERR-002']])).toEqual([])
  expect(problemsOf(one, early)).toEqual(['not named by any finding: Errors have other reasons.'])
})

test('a server without faults must not be nonconformant', () => {
  const right = { ...faulty, faults: [], falseAlarms: [] }

  expect(problemsOf(right, [])).toEqual([])
  expect(problemsOf(right, [['GET-001']])).toEqual([
    'expected no failing must, got nonconformant',
    'fail without a fault: GET-001',
  ])
})

test('a run without a report is a problem', () => {
  const run = { seconds: 300, lastWords: 'nothing answers', report: undefined }

  expect(compareWithTable(faulty, run).problems).toContain(
    'expected a report, got none: nothing answers',
  )
})
