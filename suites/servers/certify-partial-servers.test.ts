import { expect, onTestFinished, test } from 'vitest'
import { partialServers } from '../../fixtures/partial-servers/all.ts'
import type { RunningServer } from '../../fixtures/partial-servers/small-server.ts'
import type { PartialServer } from '../../fixtures/partial-servers/partial-server.ts'
import type { ConformanceReport } from '../../reports/report.ts'
import { objectChanges, listServerObjects } from './server-objects.ts'
import {
  partialServerOutcome,
  partialServerProblems,
  outcomeTableRow,
} from './partial-server-outcome.ts'

const partialServer: PartialServer = {
  name: 'without-much',
  is: 'A server for this test.',
  faults: [
    { says: 'There are no watches.', ids: ['WATCH-001', 'WATCH-003'], also: ['K8S-WATCH-*'] },
    { says: 'There are no patches.', ids: ['PTCH-001'] },
  ],
  start: () => Promise.reject(new Error('this test starts no server')),
}

/** Returns a report with these findings, whose rows fail, and with other rows and verdicts. */
function reportOf(
  findings: string[][],
  others: { id: string; verdict: string; because?: string; blockedBy?: string }[] = [],
): ConformanceReport {
  const requirements = [...findings.flat().map(id => ({ id, verdict: 'fail' })), ...others]
  const made = { requirements, findings: findings.map(ids => ({ id: ids[0], ids })) }
  // The tests read nothing else of a report.
  return made as unknown as ConformanceReport
}

const run = (report: ConformanceReport, exitCode = 1) => ({
  exitCode,
  seconds: 7,
  lastWords: '',
  report,
})

const judged = (findings: string[][]) =>
  partialServerOutcome(partialServer, run(reportOf(findings)), run(reportOf(findings)))

test('a run that names every fault, and nothing else, has no problems', () => {
  const outcome = judged([
    ['WATCH-001', 'K8S-WATCH-001', 'K8S-WATCH-002', 'K8S-WATCH-003', 'WATCH-003'],
    ['PTCH-001'],
  ])

  expect(partialServerProblems(outcome)).toEqual([])
  expect(outcomeTableRow(outcome)).toBe('| without-much | 1 | 7 | 6 | 2 | 0 | 0 | 0 | 0 |')
})

test('a failing row that no fault explains is a problem', () => {
  const outcome = judged([['WATCH-001', 'K8S-WATCH-001', 'PATH-004'], ['PTCH-001']])

  expect(partialServerProblems(outcome)).toContain('  without-much: fail without a fault: PATH-004')
})

test('a fault whose finding comes too late is not named', () => {
  const others = Array.from({ length: 12 }, () => ['K8S-WATCH-001'])

  const { unnamed } = judged([['WATCH-003'], ...others, ['PTCH-001']])

  expect(unnamed).toEqual(['There are no patches.'])
})

test('a row that a fault merely explains does not name it', () => {
  expect(judged([['K8S-WATCH-001'], ['PTCH-001']]).unnamed).toEqual(['There are no watches.'])
})

test('more than a third as many findings as failing and blocked rows is a problem', () => {
  const findings = [['WATCH-001'], ['PTCH-001']]
  const blocked = (count: number) =>
    Array.from({ length: count }, () => ({
      id: 'WATCH-009',
      verdict: 'inconclusive',
      blockedBy: 'WATCH-001',
    }))
  const with3 = run(reportOf(findings, blocked(3)))
  const with4 = run(reportOf(findings, blocked(4)))

  expect(partialServerProblems(partialServerOutcome(partialServer, with3, with3))).toEqual([
    '  without-much: 2 findings for 5 failing or blocked rows: more than a third',
  ])
  expect(partialServerProblems(partialServerOutcome(partialServer, with4, with4))).toEqual([])
})

test('a run that ends without a report has named nothing', () => {
  const ended = { exitCode: 2, seconds: 1, lastWords: 'nothing answers', report: undefined }

  expect(partialServerProblems(partialServerOutcome(partialServer, ended, ended))).toEqual([
    '  without-much: expected a report, got none: nothing answers',
    '  without-much: expected exit code 1, got 2',
    '  without-much: not named within the first 12 findings: There are no watches.',
    '  without-much: not named within the first 12 findings: There are no patches.',
  ])
})

test('a run whose time was over has no exit code, first or second', () => {
  const ended = { seconds: 330, lastWords: '', report: reportOf([], [pass('PATH-004')]) }
  const whole = run(reportOf([]))
  const problem = '  without-much: expected exit code 1, got none in the time'

  for (const outcome of [
    partialServerOutcome(partialServer, ended, whole),
    partialServerOutcome(partialServer, whole, ended),
  ]) {
    expect(partialServerProblems(outcome)).toContain(problem)
    expect([outcome.seconds, outcome.disagreements]).toEqual([330, []])
  }
})

const pass = (id: string) => ({ id, verdict: 'pass' })

test('a verdict that differs between two runs is a problem, with both reasons', () => {
  const because = 'observed 3 of at least 5 times'
  const first = reportOf([['WATCH-001']], [{ id: 'GET-001', verdict: 'inconclusive', because }])
  const second = reportOf([['WATCH-001']], [pass('GET-001')])

  const problems = partialServerProblems(
    partialServerOutcome(partialServer, run(first), run(second)),
  )

  expect(problems).toContain(
    '  without-much: two runs differ: GET-001: inconclusive (observed 3 of at least 5 times), then pass',
  )
})

test('a row that the second run did not reach in its time is not compared', () => {
  const first = reportOf([['WATCH-001']], [pass('GET-001')])
  const because = 'not judged: the time limit of the run was reached (--timeout 60s)'
  const second = reportOf([['WATCH-001']], [{ id: 'GET-001', verdict: 'inconclusive', because }])

  const { disagreements } = partialServerOutcome(partialServer, run(first), run(second))

  expect(disagreements).toEqual([])
})

test('a row that fails only sometimes is a problem even when both runs say so', () => {
  const report = reportOf([], [{ id: 'GET-001', verdict: 'flaky', because: 'It is gone.\nat …' }])

  expect(
    partialServerProblems(partialServerOutcome(partialServer, run(report), run(report))),
  ).toContain('  without-much: GET-001 is flaky: It is gone.')
})

test('an object that the runs leave behind is a problem', () => {
  const outcome = {
    ...judged([['WATCH-001']]),
    changes: objectChanges(['/a', '/b'], ['/b', '/c']),
  }

  expect(partialServerProblems(outcome)).toEqual(
    expect.arrayContaining(['  without-much: left behind: /c', '  without-much: deleted: /a']),
  )
})

test.each(['no-discovery', 'hangs-on-one-path', 'no-namespaces'])(
  'all objects of %s can be listed, before and after',
  { timeout: 20_000 },
  async name => {
    const server = await started(name)
    const before = await listServerObjects(server)
    const path = '/api/v1/namespaces/default/secrets'
    const created = await fetch(`${server.url}${path}`, {
      method: 'POST',
      body: JSON.stringify({ metadata: { name: 'kept' } }),
    })

    expect(created.status).toBe(201)
    expect(objectChanges(before, await listServerObjects(server))).toEqual([
      `left behind: ${path}/kept`,
    ])
  },
)

async function started(name: string): Promise<RunningServer> {
  const found = partialServers.find(one => one.name === name)
  if (!found) throw new Error(`no partial server ${name}`)
  const server = await found.start()
  onTestFinished(server.close)
  return server
}
