// Faults that the pre-flight detects become findings of the run, which continues.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { noDiscovery } from '../fixtures/partial-servers/no-discovery.ts'
import { answerRequest, createStoreWithNamespace } from '../fixtures/partial-servers/routes.ts'
import {
  configMaps,
  leases,
  startServer,
  namespaces,
  parseResourcePath,
} from '../fixtures/partial-servers/small-server.ts'
import type { ServerReply, ServerRequest } from '../fixtures/partial-servers/small-server.ts'
import { temporaryDirectory } from '../fixtures/targets/test-files.ts'
import { markdownSummary } from '../reports/markdown.ts'
import type { ConformanceReport } from '../reports/report.ts'
import { runCli } from './test-cli.ts'

const directory = temporaryDirectory()
const reportDir = join(directory.path, 'report')
const server = await serveFaulty()
afterAll(async () => {
  await server.close()
  directory.remove()
})

it('reports them with a case that replays until they are fixed', { timeout: 120_000 }, async () => {
  const ids = ['PATH-001', 'ENV-012', 'K8S-PATH-008'].flatMap(id => ['--id', id])

  const certified = await runCli('certify', server.url, ...ids, '--report-dir', reportDir)
  const replay = () => runCli('replay', join(reportDir, 'cases', 'PATH-001.json'), server.url)
  const broken = await replay()
  server.fix()
  const fixed = await replay()

  expect(certified.code).toBe(1)
  const report = readFileSync(join(reportDir, 'report.json'), 'utf8')
  const { findings, requirements, target } = JSON.parse(report) as ConformanceReport
  expect(target.problems?.map(one => one.split(', got')[0])).toEqual([
    'GET /apis: expected an APIGroupList',
    'GET /api/v1/namespaces/default/configmaps?limit=1: expected a ConfigMapList',
    'GET /api/v1/namespaces?limit=1: expected a NamespaceList',
  ])
  expect(findings.map(({ severity, title }) => `${severity}: ${title}`)).toEqual([
    'missing: GET /api/v1/namespaces always fails with 500 (Core group served under /api/<version>)',
    'wrong answer: List instead of the kind of the items plus List: No list has the kind List',
    'detail: 404 NotFound instead of 200: Discovery lists each served group with its versions',
  ])
  expect(requirements.find(({ id }) => id === 'PATH-001')?.failure).toMatchObject({
    steps: ['a cluster-scoped collection: GET /api/core.version/namespaces'],
    reruns: { failed: 5, of: 5 },
    reference: 'the case holds on the reference',
  })
  expect([broken.code, fixed.code]).toEqual([1, 0])
  expect(broken.out).toContain('violated: The server performs GET /api/v1/namespaces.')
  expect(fixed.out).toContain('passed: ')
})

it('reports missing discovery if a rule requires it', {
  timeout: 120_000,
}, async () => {
  const stranger = await noDiscovery.start()
  onTestFinished(stranger.close)
  const ids = ['PATH-039', 'K8S-PATH-008', 'K8S-PATH-009', 'K8S-PATH-010']
  const certify = async (dialect: string) => {
    const own = join(directory.path, dialect)
    const flags = ['--dialect', dialect, '--report-dir', own]
    const selected = ids.flatMap(id =>
      dialect === 'cluster' && id !== 'PATH-039' ? [] : ['--id', id],
    )
    const { code } = await runCli('certify', stranger.url, ...selected, ...flags)
    const page = readFileSync(join(own, 'report.html'), 'utf8')
    const report = JSON.parse(readFileSync(join(own, 'report.json'), 'utf8')) as ConformanceReport
    return { code, page, report, summary: markdownSummary(report) }
  }

  const genuine = await certify('kubernetes')
  const silent = await certify('cluster')

  expect(genuine.code).toBe(1)
  expect(genuine.report.findings.map(({ title, ids: of }) => [title, of])).toEqual([
    [
      'Discovery documents are not served (Discovery lists the named groups and their types)',
      ids.slice(1),
    ],
  ])
  // No rule of the specification requires it.
  expect(silent.report.findings).toEqual([])
  expect(silent.report.requirements.find(({ id }) => id === 'PATH-039')?.verdict).toBe('observed')
  expect(silent.report.target.problems).toBeUndefined()
  const { report, page, summary } = genuine
  expect(report.target.problems?.[0]).toMatch(/^GET \/apis: expected an APIGroupList, got 404/)
  expect(page).toContain('Found by the pre-flight')
  expect(summary).toContain('- found by the pre-flight: ` GET /apis: expected')
})

/**
 * Starts a small server without a list of groups, whose list of namespaces fails until it is fixed.
 */
async function serveFaulty() {
  const types = [namespaces, configMaps, leases]
  const store = createStoreWithNamespace()
  let isFaulty = true
  const fault = ({ method, path }: ServerRequest): ServerReply | undefined => {
    if (!isFaulty || method !== 'GET') return undefined
    if (path === '/apis') return [404, { kind: 'Status', reason: 'NotFound', code: 404 }]
    return path === '/api/v1/namespaces' ? [500, { kind: 'Status', code: 500 }] : undefined
  }
  const asList = (asked: ServerRequest, answer: ServerReply): ServerReply => {
    const isList = answer[0] === 200 && parseResourcePath(asked.path, types)?.name === undefined
    return isList && isFaulty && asked.path.endsWith('/configmaps') && answer !== 'streaming'
      ? [200, { ...(answer[1] as object), kind: 'List' }]
      : answer
  }
  const running = await startServer(
    asked => fault(asked) ?? asList(asked, answerRequest(store, types, asked)),
  )
  return {
    ...running,
    fix: () => {
      isFaulty = false
    },
  }
}
