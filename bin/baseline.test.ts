import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { temporaryDirectory } from '../fixtures/targets/test-files.ts'
import type { ConformanceReport } from '../reports/report.ts'
import { runCli } from './test-cli.ts'

const directory = temporaryDirectory()
afterAll(directory.remove)
const baseline = join(directory.path, 'known.yaml')
const rows = ['--id', 'WRITE-001', '--id', 'ENV-001', '--smoke', '--baseline', baseline]
const reportOf = (name: string) => join(directory.path, name, 'report.json')

it('passes with known failures, in every format, and fails when they are fixed', {
  timeout: 60_000,
}, async () => {
  const update = await certified('update', 'mutant:WRITE-001', '--update-baseline')
  const same = await certified('same', 'mutant:WRITE-001')
  const good = await certified('good', 'reference')

  expect([update.code, same.code, good.code]).toEqual([0, 0, 1])
  expect(update.out).toMatch(/\nnonconformant: .*\nbaseline: 1 known, 0 new, 0 changed, 0 stale, /)
  expect(same.report).toMatchObject({
    result: 'nonconformant',
    baseline: { exitCode: 0, known: [{ id: 'WRITE-001', verdict: 'fail' }] },
  })
  expect(same.junit).toMatch(/<testsuites [^>]* failures="0" errors="0" /)
  expect(good.out).toMatch(/\n {2}stale {4}WRITE-001: .*\nexit code 1: the run differs from .*\n$/s)
  expect(good.junit).toMatch(/<failure message="stale against the baseline/)

  const mended = await runCli('diff', reportOf('same'), reportOf('good'))
  expect([mended.code, mended.out]).toEqual([
    0,
    expect.stringMatching(
      /\nnewly passes: 1\n {2}WRITE-001 {2}must {2}fail -> pass {2}.*\n0 newly f/s,
    ),
  ])
  const broken = await runCli('diff', '--format', 'json', reportOf('good'), reportOf('same'))
  expect(broken.code).toBe(1)
  expect(JSON.parse(broken.out)).toMatchObject({
    newlyFails: [{ id: 'WRITE-001', was: 'pass', is: 'fail' }],
    newlyPasses: [],
    changed: [],
    notJudged: [],
  })
})

it('annotates for GitHub and writes the job summary', async () => {
  const page = directory.write('summary.md', 'before\n')
  process.env['GITHUB_STEP_SUMMARY'] = page
  onTestFinished(() => void delete process.env['GITHUB_STEP_SUMMARY'])

  const flags = [
    'certify',
    'mutant:WRITE-001',
    '--id',
    'WRITE-001',
    '--smoke',
    '--format',
    'github',
    '--report-dir',
    join(directory.path, 'github'),
  ]
  const { code, out } = await runCli(...flags)

  expect(code).toBe(1)
  expect(out.match(/^::(error|warning|notice) /gm)).toEqual(['::error ', '::error '])
  expect(out).toMatch(
    /^::error title=must WRITE-001::.*%0Anpx --no-install touchstone replay .*WRITE-001\.json$/m,
  )
  expect(readFileSync(page, 'utf8')).toMatch(/^before\n## Touchstone: nonconformant\n/)
})

it('continues if the job summary cannot be written', async () => {
  process.env['GITHUB_STEP_SUMMARY'] = directory.path
  onTestFinished(() => void delete process.env['GITHUB_STEP_SUMMARY'])

  const flags = [
    'certify',
    '--id',
    'ENV-001',
    '--smoke',
    '--report-dir',
    join(directory.path, 'unsaid'),
  ]
  const { code, err } = await runCli(...flags)

  expect(code).toBe(0)
  expect(err).toMatch(/^GITHUB_STEP_SUMMARY: expected a file, got EISDIR/m)
})

async function certified(name: string, target: string, ...args: string[]) {
  const reportDir = join(directory.path, name)
  const ran = await runCli('certify', target, '--report-dir', reportDir, ...rows, ...args)
  const report = JSON.parse(readFileSync(reportOf(name), 'utf8')) as ConformanceReport
  return { ...ran, report, junit: readFileSync(join(reportDir, 'junit.xml'), 'utf8') }
}
