// From a faulty server to a replay command that shows the fault, and passes once the server is
// fixed.

import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { answerRequest, createStoreWithNamespace } from '../fixtures/partial-servers/routes.ts'
import {
  configMaps,
  startServer,
  namespaces,
  parseResourcePath,
} from '../fixtures/partial-servers/small-server.ts'
import { temporaryDirectory } from '../fixtures/targets/test-files.ts'
import { concurrently } from '../properties/dsl/steps.ts'
import type { SingleStep } from '../properties/dsl/scenario.ts'
import type { ConformanceReport, RequirementRow } from '../reports/report.ts'
import type { CaseFile } from '../suites/failure/case.ts'
import { runCli } from './test-cli.ts'
import { startFirstServer } from './test-first-server.ts'
import { firstReplayCommand, createShell } from './test-shell.ts'

const directory = temporaryDirectory()
const elsewhere = join(directory.path, "somebody else's")
const reportDir = join(directory.path, 'report')
mkdirSync(elsewhere)
const pasted = createShell(elsewhere, join(directory.path, 'tools'))
const server = await serveFaulty()
let row: RequirementRow
let command: string

beforeAll(async () => {
  const token = directory.write('admin token', 'a-secret-token\n')
  const flags = ['--token-file', token, '--dialect', 'kubernetes', '--report-dir', reportDir]

  const { code } = await runCli('certify', server.url, ...flags, '--id', 'PAGE-001')

  expect(code).toBe(1)
  const text = readFileSync(join(reportDir, 'report.json'), 'utf8')
  row = (JSON.parse(text) as ConformanceReport).requirements.find(
    one => one.id === 'PAGE-001',
  ) as RequirementRow
  command = String(row.failure?.replay)
}, 120_000)

afterAll(async () => {
  await server.close()
  directory.remove()
})

it('saves a case that passes on the reference, and prints the command in each report', () => {
  expect(row).toMatchObject({
    verdict: 'fail',
    failure: { reference: 'the case holds on the reference', case: { server: server.url } },
  })
  expect(command).toContain(` ${server.url} --token-file '${directory.path}/admin token' `)
  const junit = readFileSync(join(reportDir, 'junit.xml'), 'utf8')
  expect(junit).toContain(`replay: ${command}`)
  for (const file of ['report.json', 'report.html', 'junit.xml', 'cases/PAGE-001.sh'])
    expect(readFileSync(join(reportDir, file), 'utf8')).not.toContain('a-secret-token')
})

const curl = spawnSync('curl', ['--version'])

it.skipIf(curl.error)('shows the fault with curl, from another directory', async () => {
  const { out, err } = await pasted(`sh '${reportDir}/cases/PAGE-001.sh'`)

  expect(err).toBe('')
  expect(out).toContain('HTTP 200')
  expect(out.trimEnd().split('\n').at(-1)).toContain(`Expected ${row.failure?.expected}`)
  expect(server.tokens()).toEqual(['Bearer a-secret-token'])
})

it('replays the fault from another directory until it is fixed', { timeout: 60_000 }, async () => {
  const broken = await pasted(command)
  server.fix()
  const fixed = await pasted(command)

  expect([broken.code, broken.err]).toEqual([1, ''])
  expect(broken.out).toContain(`violated: ${row.failure?.says}`)
  expect(broken.out).toContain(`expected ${row.failure?.expected}`)
  expect(broken.out).toContain(`got      ${row.failure?.got}`)
  expect([fixed.code, fixed.err]).toEqual([0, ''])
  expect(fixed.out).toContain('passed: ')
  expect(server.tokens()).toEqual(['Bearer a-secret-token'])
})

it('repeats concurrent requests several times before it passes', async () => {
  const { scenario, ...saved } = JSON.parse(
    readFileSync(join(reportDir, 'cases', 'PAGE-001.json'), 'utf8'),
  ) as CaseFile
  const [first, ...others] = scenario.steps as SingleStep[]
  const steps = [concurrently([first as SingleStep], []), ...others]
  const file = directory.write('at-once.json', JSON.stringify({ ...saved, scenario: { steps } }))
  const again = () => runCli('replay', file, server.url, '--dialect', 'kubernetes')
  server.fix()

  const fixed = await again()
  const lists = server.limitedLists()
  server.breakAfter(lists / 2)
  const broken = await again()

  expect([fixed.code, fixed.err, broken.code, broken.err]).toEqual([0, '', 1, ''])
})

it('requires a server if the case was found on one', async () => {
  const { code, out, err } = await runCli('replay', join(reportDir, 'cases', 'PAGE-001.json'))

  expect([code, out]).toEqual([3, ''])
  expect(err).toContain('TARGET: expected the server to replay the case on, got none')
  expect(err).toContain(`it was found on ${server.url}`)
})

it('guides a new user from the first finding to a run without it', async () => {
  const first = await startFirstServer()
  onTestFinished(async () => void (await first.close()))
  const flags = ['--section', 'get', '--smoke', '--dialect', 'kubernetes']
  const dir = join(directory.path, "somebody's first server", 'report')
  const certify = () => runCli('certify', first.url, ...flags, '--report-dir', dir)

  const found = await certify()
  const replay = firstReplayCommand(found.out)
  const broken = await pasted(replay)
  first.fix()
  const fixed = await pasted(replay)
  const again = await certify()

  expect([found, broken, fixed, again].map(({ code }) => code)).toEqual([1, 1, 0, 0])
  expect([broken.err, fixed.err]).toEqual(['', ''])
  expect(found.out).toMatch(/^ +1\. must GET-001\b/m)
  expect(broken.out).toMatch(/^violated: /m)
  expect(fixed.out).toMatch(/^passed: /m)
  expect(again.out).not.toContain('GET-001')
  expect(again.out).toMatch(/^partial: /m)
}, 60_000)

/** Starts a small server whose lists ignore `limit` until it is fixed. */
async function serveFaulty() {
  const types = [namespaces, configMaps]
  const store = createStoreWithNamespace()
  const tokens = new Set<unknown>()
  let isFaulty = true
  let limitedLists = 0
  let healthyLists = Infinity
  const { url, close } = await startServer(asked => {
    tokens.add(asked.response.req.headers.authorization)
    const isList = !asked.query.has('watch') && !parseResourcePath(asked.path, types)?.name
    if (isList && asked.query.has('limit')) limitedLists++
    if (limitedLists > healthyLists) isFaulty = true
    if (isFaulty && isList) for (const name of ['limit', 'continue']) asked.query.delete(name)
    return answerRequest(store, types, asked)
  })
  return {
    url,
    close,
    fix: () => {
      isFaulty = false
      healthyLists = Infinity
      limitedLists = 0
    },
    /** Returns how many lists with a limit were requested since the fix. */
    limitedLists: () => limitedLists,
    /** Brings the fault back after this many more lists with a limit. */
    breakAfter: (lists: number) => {
      healthyLists = limitedLists + lists
    },
    /** Returns the tokens that were sent, except those that checks make up. */
    tokens: () => [...tokens].filter(one => one !== undefined && one !== 'Bearer not-a-token'),
  }
}
