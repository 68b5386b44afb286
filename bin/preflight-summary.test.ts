import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import type { Target } from '../fixtures/targets/target.ts'
import { readTargetFile } from '../fixtures/targets/target-file.ts'
import { temporaryDirectory } from '../fixtures/targets/test-files.ts'
import { sendJson, faultAt, servePartialServer } from '../fixtures/targets/test-partial-server.ts'
import type { FaultHandler } from '../fixtures/targets/test-partial-server.ts'
import { widthOf } from '../reports/text-layout.ts'
import type { ConformanceReport } from '../reports/report.ts'
import { checksFor } from '../suites/select/select.ts'
import { coverageLine } from './preflight-coverage.ts'
import { runCli } from './test-cli.ts'

const directory = temporaryDirectory()
afterAll(directory.remove)

const faulty: FaultHandler[] = [
  ...['/apis', '/api', '/api/v1', '/version'].map(path =>
    faultAt(path, reply => sendJson(reply, 404, { message: '\u202egnp.exe' })),
  ),
  faultAt('/api/v1/namespaces', reply => sendJson(reply, 500, {})),
]

it('describes a faulty server in seven values, and judges it', async () => {
  const url = await strange(faulty)

  const { code, out, err } = await certified(url, '--dialect', 'kubernetes', '--verbose')

  expect(out.split('\n').filter(line => widthOf(line) > 80)).toEqual([])
  // Long values continue on indented lines.
  const [server, dialect, types, features, identities, judges, problems, next] = out
    .replaceAll(/\n {12}/g, ' ')
    .split('\n')
  expect(server).toBe(`server      ${url}, version unknown`)
  expect(dialect).toMatch(
    /^dialect {5}kubernetes, API domain k8s\.io \(dialect from --dialect or the target file, .*\)$/,
  )
  expect(types).toMatch(/^types {7}main: configmaps, core: none, not served: .*, namespaces: name/)
  expect(features).toMatch(/^features {4}found: none; assumed: labelSelector, .*not probed/)
  expect(identities).toMatch(
    /^identities {2}admin \(no credentials\), anonymous; no bad-token: .*for: limited, only-/,
  )
  expect(judges).toBe('judges      at most 1 of 1 musts')
  expect(problems).toMatch(/^problems {4}GET \/apis: .* got 404 .*\\u202egnp.*; and 2 more$/)
  expect(next).not.toMatch(/^\w+ {2,}/)
  expect([0, 1, 4]).toContain(code)
  expect(err).not.toContain('unreachable')
})

it('prints short lines of 80 columns by default', async () => {
  const url = await strange(faulty)

  const { out } = await certified(url, '--dialect', 'kubernetes')

  const lines = out.trimEnd().split('\n')
  const begun = lines.filter(line => !line.startsWith('            '))
  expect(begun.slice(0, 8).map(line => line.split(' ')[0])).toEqual([
    'server',
    'dialect',
    'types',
    'features',
    'identities',
    'judges',
    'problems',
    'Touchstone',
  ])
  expect(lines[2]).toMatch(/^types {7}main: configmaps, .*; none for core, cluster,$/)
  expect(lines[4]).toMatch(/^features {4}found: none; \d assumed, \d+ not found, \d+ not probed \(/)
  expect(lines.find(line => line.startsWith('identities'))).toMatch(
    /^identities {2}admin, anonymous; \d others not available \(why/,
  )
  expect(lines.filter(line => widthOf(line) > 80)).toEqual([])
})

it('says how many musts can be judged, and what the others need most', () => {
  const target = { features: [], credentials: {}, controls: {} } as unknown as Target

  expect(
    coverageLine(checksFor('cluster', { sections: [], ids: [] }), target, { isVerbose: true }),
  ).toMatch(
    /^judges {6}at most \d{3} of \d{3} musts; the others need controls\.accepts \(\d+\), .* and \d+ other things$/,
  )
})

it('counts the musts of other versions among those that cannot be judged', () => {
  const checks = checksFor('kubernetes', { sections: [], ids: ['K8S-WATCH-014', 'LIST-001'] })
  const counted = (version: string) => {
    const target = { features: ['streaming-list'], credentials: {}, controls: {}, version }
    return coverageLine(checks, target as unknown as Target, { isVerbose: true })
  }

  expect(counted('v1.36.0')).toBe('judges      at most 2 of 2 musts')
  expect(counted('v1.33.0')).toBe(
    'judges      at most 1 of 2 musts; the others need another version (1)',
  )
})

it('names the flag for the dialect if the dialect was assumed', async () => {
  const { out } = await certified(await strange(faulty.slice(0, 4)))

  expect(out.split('\n')[2]).toBe(
    '            use --dialect kubernetes for a server that follows Kubernetes',
  )
})

it('prints no API domain for the reference', async () => {
  expect((await certified('reference')).out).not.toContain('API domain')
})

it('treats a server without discovery the same in every command', async () => {
  const url = await strange(faulty.slice(0, 4))
  const file = join(directory.path, 'drafted.yaml')
  const words = ['--dialect', 'kubernetes']

  const { report } = await certified(url, ...words)
  const drafted = await runCli('target', 'init', url, ...words, '--output', file)
  const cleaned = await runCli('clean', url, ...words)
  const scenario = { steps: [{ as: 'a', method: 'GET', to: { role: 'main' } }] }
  const saved = { apiVersion: 'touchstone/v1alpha1', kind: 'Case', id: 'ENV-001', says: 'x' }
  const text = JSON.stringify({ ...saved, scenario })
  const replayed = await runCli('replay', directory.write('case.json', text), url, ...words)

  expect(report.target.dialect).toBe('kubernetes')
  expect(drafted).toMatchObject({ code: 0, err: '' })
  expect(readTargetFile(file)).toMatchObject({
    dialect: 'kubernetes',
    apiDomain: 'k8s.io',
    types: { main: { resource: 'configmaps' } },
  })
  expect(readFileSync(file, 'utf8')).toMatch(/^# core: not served: /m)
  // Types that are not served cannot be listed, so leftovers are possible.
  expect(cleaned.out).toMatch(/^0 objects of earlier runs found/)
  expect(replayed.out).toMatch(/GET \/api\/v1\/namespaces\/touchstone-.*\/configmaps$/m)
})

async function strange(faults: FaultHandler[]): Promise<string> {
  const { url, close } = await servePartialServer(...faults)
  onTestFinished(close)
  return url
}

async function certified(...args: string[]) {
  const reportDir = join(directory.path, 'report')
  const flags = ['--id', 'ENV-001', '--smoke', '--concurrency', '1', '--report-dir', reportDir]
  const ran = await runCli('certify', ...args, ...flags)
  const text = readFileSync(join(reportDir, 'report.json'), 'utf8')
  return { ...ran, report: JSON.parse(text) as ConformanceReport }
}
