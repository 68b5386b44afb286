// Runs that end before everything is judged, and reports of finished runs.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { unusedUrl } from '../fixtures/client/test-server.ts'
import { referenceTarget } from '../fixtures/targets/reference-target.ts'
import { temporaryDirectory } from '../fixtures/targets/test-files.ts'
import type { ConformanceReport } from '../reports/report.ts'
import { sampleReport } from '../reports/sample.ts'
import { writeReport } from '../reports/write.ts'
import { runCli } from './test-cli.ts'

const directory = temporaryDirectory()
afterAll(directory.remove)
const reportDir = join(directory.path, 'report')
const into = ['--report-dir', reportDir]
beforeEach(() => writeReport(sampleReport(), reportDir))

const schema = JSON.parse(
  readFileSync(join(import.meta.dirname, '../reports/report.schema.json'), 'utf8'),
)
const isValid = new Ajv2020({ strict: true, strictRequired: false }).compile(schema)

function written(): ConformanceReport {
  const report = JSON.parse(readFileSync(join(reportDir, 'report.json'), 'utf8'))
  expect(isValid(report)).toBe(true)
  return report
}

/** Returns the rows of sections with checks in every run of these tests. */
const verdictsOf = ({ requirements }: ConformanceReport) =>
  requirements.filter(row => row.verdict !== 'untested')

it.each([
  ['a flag that cannot be used', ['--id', 'NONE-001'], 3],
  ['a baseline that is not there', ['--baseline', 'none.json'], 3],
])('leaves no report of an earlier run after %s', async (_, flags, expected) => {
  const ran = await runCli('certify', ...into, ...flags)

  expect(ran.code).toBe(expected)
  for (const name of ['report.html', 'report.json', 'junit.xml'])
    expect(existsSync(join(reportDir, name))).toBe(false)
})

it('leaves no report of an earlier run if the target is unreachable', async () => {
  const ran = await runCli('certify', ...into, await unusedUrl())

  expect(ran.code).toBe(2)
  expect(existsSync(join(reportDir, 'report.html'))).toBe(false)
})

it('writes a partial report if the server dies during the run', { timeout: 60_000 }, async () => {
  let asked = 0
  const target = await referenceTarget({
    rewriting: () => ({
      request: request => {
        if (request.path.includes('/leases') && ++asked === 60) void target.close()
        return request
      },
    }),
  })
  onTestFinished(target.close)
  const token = directory.write('token', String(target.credentials.admin.token))
  const flags = ['--token-file', token, '--section', 'paging', '--smoke', '--request-timeout', '2s']

  const ran = await runCli('certify', target.connection.url, ...into, ...flags)

  expect(ran.code).toBe(2)
  expect(ran.err).toMatch(
    /^the run ended early, so the report is incomplete: the target stopped answering: /m,
  )
  const report = written()
  expect(report.result).toBe('incomplete')
  expect(report.summary).toMatchObject({ fail: 0, flaky: 0, error: 0 })
  expect(
    report.requirements.filter(one => one.because?.startsWith('not judged: the target stopped')),
  ).not.toEqual([])
})

it('stops at the first finding with --fail-fast', { timeout: 60_000 }, async () => {
  const flags = ['--section', 'paging', '--smoke', '--fail-fast', '--concurrency', '1']

  const ran = await runCli('certify', 'mutant:PAGE-005', ...into, ...flags)

  expect(ran.code).toBe(1)
  expect(ran.err).toContain(
    'the run ended early, so the report is incomplete: the run stopped after a finding (--fail-fast)',
  )
  const report = written()
  expect([report.result, report.summary.fail]).toEqual(['nonconformant', 1])
  expect(verdictsOf(report).some(row => row.because?.startsWith('not judged: '))).toBe(true)
})

it('ends when the time limit of the run is reached', { timeout: 60_000 }, async () => {
  const ran = await runCli('certify', ...into, '--section', 'watch', '--timeout', '400ms')

  expect(ran.code).toBe(4)
  expect(ran.err).toContain('the time limit of the run was reached (--timeout 400ms)')
  const report = written()
  expect(report.result).toBe('incomplete')
  expect(report.summary.inconclusive).toBeGreaterThan(0)
})

it('refuses invalid durations and limits', async () => {
  const refusal = async (...flags: string[]) => (await runCli('certify', ...into, ...flags)).err

  expect(await refusal('--timeout', '5')).toMatch(/--timeout: expected a duration from 1ms/)
  expect(await refusal('--max-findings', '2', '--fail-fast')).toMatch(
    /--max-findings: cannot be combined with --fail-fast/,
  )
})
