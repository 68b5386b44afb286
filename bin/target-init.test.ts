import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { readTargetFile } from '../fixtures/targets/target-file.ts'
import { features } from '../fixtures/targets/target.ts'
import { temporaryDirectory } from '../fixtures/targets/test-files.ts'
import { sendJson, faultAt, servePartialServer } from '../fixtures/targets/test-partial-server.ts'
import { checks } from '../suites/generated/checks.ts'
import { refusesEmptySpecs } from '../fixtures/partial-servers/refuses-empty-specs.ts'
import { runCli } from './test-cli.ts'

const directory = temporaryDirectory()
afterAll(directory.remove)

const verbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'update']
const resources = [
  { name: 'namespaces', verbs },
  { name: 'configmaps', verbs },
  { name: 'pods', verbs },
  { name: 'pods/eviction', verbs: ['create'] },
]

it('drafts every field of a target file, valid when uncommented', async () => {
  const { url, close } = await servePartialServer(
    faultAt('/api/v1', reply => sendJson(reply, 200, { kind: 'APIResourceList', resources })),
  )
  onTestFinished(close)
  const file = join(directory.path, 'drafted.yaml')

  expect(await runCli('target', 'init', url, '--output', file)).toMatchObject({ code: 0, err: '' })

  const text = readFileSync(file, 'utf8')
  expect(text).toContain('add them where that is safe: deletecollection, pods.')
  expect(text).toMatch(/cannot create users with limited permissions: GET \/api\/v1 does not list/)
  for (const feature of features) expect(text).toMatch(new RegExp(`\\b${feature}\\b`))
  const [head = '', ...drafts] = text.split(/^# (?=(?:credentials|alternates|controls):$)/m)
  const sections = drafts.map(draft => draft.replaceAll(/^# (?= )/gm, ''))
  const whole = readTargetFile(directory.write('whole.yaml', [head, ...sections].join('')))
  expect(Object.keys(whole.controls ?? {})).toEqual([
    'compact',
    'corrupt',
    'accepts',
    'start',
    'failHealthCheck',
  ])
  expect(Object.keys(whole.credentials ?? {})).toContain('only-watch')
  const alternates = checks
    .flatMap(({ needs }) => needs)
    .filter(need => need.startsWith('alternate '))
  expect(Object.keys(whole.alternates ?? {}).map(alternate => `alternate ${alternate}`)).toEqual(
    expect.arrayContaining([...new Set(alternates)]),
  )
})

it('drafts an accepted sample of a type that refuses an empty one', async () => {
  const { url, close } = await refusesEmptySpecs.start()
  onTestFinished(close)
  const file = join(directory.path, 'learned.yaml')

  await runCli('target', 'init', url, '--output', file)

  const sample = { spec: { address: 'touchstone', weight: 20, service: 'express' } }
  expect(readTargetFile(file).types).toMatchObject({ main: { sample }, cluster: { sample } })
  expect(readFileSync(file, 'utf8')).toContain(
    `# parcels ${JSON.stringify(sample)} from the refusals of 1 create\n`,
  )
  expect(await (await fetch(`${url}/apis/post.example.com/v1/parcels`)).json()).toMatchObject({
    items: [],
  })
})

it('omits a type if no sample is accepted, and explains why', async () => {
  const { url, close } = await servePartialServer(...secretive)
  onTestFinished(close)

  const { out } = await runCli('target', 'init', url)
  const flags = ['--id', 'ENV-001', '--smoke', '--report-dir', directory.path]
  const certified = await runCli('certify', url, ...flags)

  const why =
    'create of wells was refused with 422 no; describe a sample under `types:` in a target'
  expect(out).toContain(`# cluster: ${why}`)
  expect(out).not.toContain('resource: wells')
  expect(certified.out.replaceAll(/\n {12}/g, ' ')).toContain(`problems    ${why}`)
  expect(certified.out).toContain('none for core, cluster')
})

it('names the part of a feature that discovery does not list', async () => {
  const few = resources.filter(({ name }) => name !== 'pods/eviction')
  const { url, close } = await servePartialServer(
    faultAt('/api/v1', reply => sendJson(reply, 200, { kind: 'APIResourceList', resources: few })),
  )
  onTestFinished(close)

  const { out } = await runCli('target', 'init', url)

  expect(out).toContain('# pods needs pods/eviction, which discovery does not list.\n')
  expect(out).not.toMatch(/^# Not probed.* pods[,.]/m)
})

const wells = { name: 'wells', kind: 'Well', namespaced: false, verbs }
const secretive = [
  faultAt('/apis', reply =>
    sendJson(reply, 200, {
      kind: 'APIGroupList',
      groups: [{ name: 'oil.example', versions: [{ version: 'v1' }] }],
    }),
  ),
  faultAt('/apis/oil.example/v1', reply => sendJson(reply, 200, { resources: [wells] })),
  ({ method, url }: IncomingMessage, reply: ServerResponse) =>
    method === 'POST' && url?.includes('/wells')
      ? sendJson(reply, 422, { kind: 'Status', message: 'no' })
      : false,
]
