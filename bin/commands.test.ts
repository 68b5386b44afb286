import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { createClient } from '../fixtures/client/client.ts'
import { resourcePath, sampleObject } from '../fixtures/objects/tested-types.ts'
import { readTargetFile } from '../fixtures/targets/target-file.ts'
import { referenceTarget } from '../fixtures/targets/reference-target.ts'
import type { Target } from '../fixtures/targets/target.ts'
import { testedObjectsOn } from '../fixtures/targets/test-target-objects.ts'
import { temporaryDirectory } from '../fixtures/targets/test-files.ts'
import type { ConformanceReport } from '../reports/report.ts'
import { parseCase } from '../suites/failure/case.ts'
import { runCli } from './test-cli.ts'

const directory = temporaryDirectory()
afterAll(directory.remove)

it('certifies a part of the reference: it passes and is not called conformant', async () => {
  const { code, out, report } = await certified('part', '--id', 'PAGE-004', '--id', 'ENV-001')

  expect(code).toBe(0)
  expect(out).toMatch(/^partial: /m)
  expect(report.result).toBe('partial')
  expect(report.requirements.filter(row => row.verdict !== 'untested')).toMatchObject([
    { id: 'ENV-001', verdict: 'pass' },
    { id: 'PAGE-004', verdict: 'pass' },
  ])
})

it('has the same scenario digest for the same seed and runs, and another otherwise', async () => {
  const digest = async (...flags: string[]) => {
    const { report } = await certified('digest', '--id', 'PAGE-004', '--scenarios', '2', ...flags)
    return report.scenarioDigest
  }

  const first = await digest('--seed', '7')
  expect(await digest('--seed', '7', '--concurrency', '1', '--dialect', 'kubernetes')).toBe(first)
  expect(await digest('--seed', '8')).not.toBe(first)
})

it('finds, shrinks, saves and replays a failure of a mutant', { timeout: 60_000 }, async () => {
  const found = await certified('mutant', 'mutant:PAGE-004', '--id', 'PAGE-004')
  expect(found.code).toBe(1)
  expect(found.out).toMatch(/^nonconformant: /m)

  const file = join(directory.path, 'mutant', 'cases', 'PAGE-004.json')
  const saved = parseCase(readFileSync(file, 'utf8'), file)
  expect(saved.target).toMatch(/^mutant:/)

  const again = await runCli('replay', file)
  expect(again.code).toBe(1)
  expect(again.out).toContain(`violated: ${saved.says}`)
  const good = await runCli('replay', file, 'reference')
  expect(good.code).toBe(0)
  expect(good.out).toContain('passed: the rule was tested and not violated')
  expect([again.err, good.err]).toEqual(['', ''])
})

it('replays a case in the dialect in which it was found', { timeout: 60_000 }, async () => {
  await certified('words', 'mutant:PAGE-004', '--id', 'PAGE-004', '--dialect', 'kubernetes')
  const file = join(directory.path, 'words', 'cases', 'PAGE-004.json')

  const { code, out } = await runCli('replay', file)

  expect(code).toBe(1)
  expect(out).toContain('/apis/coordination.k8s.io/')
})

it('reports that a case without its step is not judged', async () => {
  await certified('cut', 'mutant:PAGE-004', '--id', 'PAGE-004')
  const file = join(directory.path, 'cut', 'cases', 'PAGE-004.json')
  const saved = parseCase(readFileSync(file, 'utf8'), file)
  const cut = directory.write('cut.json', JSON.stringify({ ...saved, scenario: { steps: [] } }))

  const { code, out } = await runCli('replay', cut, 'reference')

  expect(code).toBe(4)
  expect(out).toMatch(/^not judged: /m)
})

it('does not judge a case that needs something the target lacks', async () => {
  const target = await opened()
  const scenario = { steps: [{ as: 'a', control: 'compact' }] }
  const saved = { id: 'PAGE-004', says: 'x', scenario, apiVersion: 'touchstone/v1alpha1' }
  const file = directory.write('needs.json', JSON.stringify({ ...saved, kind: 'Case' }))

  const { code, out } = await runCli('replay', file, target.connection.url, ...adminOf(target))

  expect(code).toBe(4)
  expect(out).toContain('not judged: skipped: no target file defines `controls.compact`')
})

it('saves histories that are judged the same offline', async () => {
  const histories = join(directory.path, 'histories')
  await certified('saved', '--id', 'PAGE-004', '--scenarios', '3', '--save-histories', histories)
  const file = join(histories, 'histories.jsonl')

  const { code, out } = await runCli('judge', file)

  expect(code).toBe(0)
  expect(out).toMatch(/^3 histories judged, \d+ observations, 0 violations$/m)
})

it('does not accept an empty file of histories', async () => {
  const { code, out } = await runCli('judge', directory.write('empty.jsonl', '\n'))

  expect(code).toBe(4)
  expect(out).toContain('0 histories judged')
})

it('drafts a target file that certify can use, and leaves nothing on the server', async () => {
  const target = await opened()
  const before = await testedObjectsOn(target)
  const file = join(directory.path, 'drafted.yaml')

  const { url } = target.connection
  const drafted = await runCli(
    'target',
    'init',
    url,
    '--also',
    url,
    '--output',
    file,
    ...adminOf(target),
  )
  const printed = await runCli('target', 'init', url, '--also', url, ...adminOf(target))

  expect([drafted.code, drafted.out, drafted.err]).toEqual([0, '', ''])
  expect(await testedObjectsOn(target)).toEqual(before)
  expect(printed.out).toBe(readFileSync(file, 'utf8'))
  expect(printed.out).toContain('#   /apis/coordination.cluster.example/v1/leases')
  expect(readTargetFile(file)).toMatchObject({
    url,
    also: [url],
    dialect: 'cluster',
    types: target.types,
    features: [
      'labelSelector',
      'fieldSelector',
      'response-compression',
      'streaming-list',
      'apply',
      'namespace-status',
      'custom-resources',
      'admission-webhooks',
      'admission-policies',
      'subjectaccessreviews',
      'protobuf',
      'table',
      'partial-metadata',
      'garbage-collector',
      'namespace-controller',
    ],
  })
  const { code, report } = await certified('drafted', '--target', file, '--id', 'PAGE-004')
  expect([code, report.target.name]).toEqual([0, file])
})

it('cleans up after a killed run', async () => {
  const target = await opened()
  const admin = createClient(target.connection, target.credentials.admin)
  onTestFinished(() => admin.close())
  const path = resourcePath(target.types.main, 'default')
  const left = JSON.stringify(sampleObject(target.types.main, 'killed', 'left', undefined))
  await admin.send({ method: 'POST', path, body: left })
  const own = JSON.stringify({
    ...sampleObject(target.types.main, 'x', 'own', undefined),
    metadata: { name: 'own' },
  })
  await admin.send({ method: 'POST', path, body: own })

  const { code, out } = await runCli('clean', target.connection.url, ...adminOf(target))

  expect(code).toBe(0)
  expect(out).toMatch(/^1 object of earlier runs found on http\S+, 0 of them left$/m)
  expect((await admin.send({ method: 'GET', path: `${path}/left` })).status).toBe(404)
  expect((await admin.send({ method: 'GET', path: `${path}/own` })).status).toBe(200)
})

it('explains a requirement, and lists mutants and variants', async () => {
  const explained = await runCli('explain', 'PAGE-004')
  expect(explained.code).toBe(0)
  expect(explained.out).toContain('Check: suites/spec/paging/chunks.checks.ts (property)')
  expect(explained.out).toContain('Fails on mutant:')
  const both = await runCli('explain', 'PAGE-004', 'PAGE-005')
  expect(both.out.startsWith(explained.out)).toBe(true)
  expect(both.out).toContain('\n\nPAGE-005  ')

  for (const command of ['mutants', 'variants']) {
    const { code, out } = await runCli(command, '--list')
    expect(code).toBe(0)
    expect(out.split('\n').length).toBeGreaterThan(5)
  }
})

it('writes the report to the given directory only', async () => {
  const before = existsSync('touchstone-report')
  await certified('files', '--id', 'ENV-001')

  expect(readdirSync(join(directory.path, 'files')).toSorted()).toEqual([
    'badge.json',
    'cases',
    'junit.xml',
    'report.html',
    'report.json',
  ])
  expect(existsSync('touchstone-report')).toBe(before)
})

async function certified(name: string, ...args: string[]) {
  const reportDir = join(directory.path, name)
  const ran = await runCli('certify', '--report-dir', reportDir, ...args)
  const text = readFileSync(join(reportDir, 'report.json'), 'utf8')
  return { ...ran, report: JSON.parse(text) as ConformanceReport }
}

async function opened(): Promise<Target> {
  const target = await referenceTarget()
  onTestFinished(target.close)
  return target
}

const adminOf = (target: Target): string[] => [
  '--token-file',
  directory.write('admin.token', String(target.credentials.admin.token)),
]
