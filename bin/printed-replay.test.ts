import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openTarget } from '../fixtures/targets/open.ts'
import type { Preflight, Target } from '../fixtures/targets/target.ts'
import { temporaryDirectory } from '../fixtures/targets/test-files.ts'
import { updateFrom, create, expireVersions, get, caseName } from '../properties/dsl/steps.ts'
import type { Scenario, Step } from '../properties/dsl/scenario.ts'
import { caseOf } from '../suites/failure/case.ts'
import type { Failure } from '../suites/verdict.ts'
import { programWords } from './program.ts'
import { scriptAccessOf, withReplayCommand } from './printed-replay.ts'
import { runCli } from './test-cli.ts'
import { startFirstServer } from './test-first-server.ts'

const directory = temporaryDirectory()
const server = await startFirstServer()
server.fix()
const flags = { dialect: 'kubernetes' } as const
const target = await openTarget(server.url, flags)
afterAll(async () => {
  await target.close()
  await server.close()
  directory.remove()
})

const scenarioWith = (...steps: Step[]): Scenario => ({
  steps: [
    create('object', 'main', 'a'),
    get('first', 'main', caseName('a'), { resourceVersion: '0' }),
    ...steps,
    updateFrom('later', 'main', 'object', { '/metadata/annotations': { change: 'one' } }),
    get('second', 'main', caseName('a'), { resourceVersion: '0' }),
  ],
})
const waiting = scenarioWith({ as: 'wait', control: 'advance', ms: 5 })
const caseWith = (scenario: Scenario) =>
  caseOf({ id: 'GET-002', says: 'x', scenario, seed: 1, drawIndex: 0 })

/** Returns the replay command of a report for the failure of a scenario. */
function commandFor(scenario: Scenario, slow: boolean, of = target): string {
  // Only the case is used here.
  const failure = { case: caseWith(scenario) } as Failure
  const found = withReplayCommand(failure, 'case.json', {
    target: of,
    named: server.url,
    flags: { ...flags, slow },
  })
  return String(found.replay)
}

it('waits in real time only with --slow', { timeout: 30_000 }, async () => {
  const file = directory.write('case.json', JSON.stringify(caseWith(waiting)))
  const words = ['replay', file, server.url, '--dialect', 'kubernetes']

  const without = await runCli(...words)
  const slow = await runCli(...words, '--slow')

  expect(without.code).toBe(4)
  expect(without.out).toContain(
    'not judged: skipped: the clock of the server cannot be controlled; --slow',
  )
  expect([slow.code, slow.err]).toEqual([0, ''])
  expect(slow.out).toContain('passed: ')
})

it('prints --slow only if the run waited in real time', () => {
  const compacting = { ...target, controls: { compact: async () => {} } }
  const expiring = scenarioWith(expireVersions('expired'))

  expect(commandFor(waiting, true)).toMatch(/ --slow$/)
  expect(commandFor(expiring, true)).toMatch(/ --slow$/)
  expect(commandFor(expiring, true, compacting)).not.toContain('--slow')
  expect(commandFor(scenarioWith(), true)).not.toContain('--slow')
})

it('names the running program by its file, so that npx downloads nothing', () => {
  const script = '/some where/dist/bin/touchstone.js'

  expect(programWords({ script, options: [] })).toEqual(['node', script])
  expect(programWords({ script: '/a/bin/touchstone.ts', options: ['--import', 'b'] })).toEqual([
    'node',
    '--import',
    'b',
    '/a/bin/touchstone.ts',
  ])
  for (const other of [undefined, '/a/bin/other.js'])
    expect(programWords({ script: other, options: [] })).toEqual([
      'npx',
      '--no-install',
      'touchstone',
    ])
  expect(commandFor(scenarioWith(), false)).toMatch(/^npx --no-install touchstone replay \//)
})

it('determines which credentials of the run are not in files', () => {
  const admin = { token: 'secret' }
  const of = (credentials: Target['credentials']): Target => ({ ...target, credentials })
  const preflight = { ...(target.preflight as Preflight), madeIdentities: ['limited'] as const }
  const made = { ...of({ admin }), preflight }
  const access = (given: Target, more: object = {}) =>
    scriptAccessOf({ target: given, named: server.url, flags: { ...flags, ...more } })
  const tokenFile = join(directory.path, 'token')

  expect(access(of({ admin: {} }))).not.toHaveProperty('needsAdmin')
  expect(access(made)).toMatchObject({ needsAdmin: true, created: ['limited'] })
  expect(access(made, { tokenFile })).not.toHaveProperty('needsAdmin')
  expect(access(made, { tokenFile })).toMatchObject({ files: { admin: { tokenFile } } })
  expect(JSON.stringify(access(made))).not.toContain('secret')
})
