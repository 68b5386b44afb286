import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { readTargetFile } from '../fixtures/targets/target-file.ts'
import { features } from '../fixtures/targets/target.ts'
import { temporaryDirectory } from '../fixtures/targets/test-files.ts'
import { sendJson, faultAt, servePartialServer } from '../fixtures/targets/test-partial-server.ts'
import { checks } from '../suites/generated/checks.ts'
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

it('drafts all that a file may declare, which is read when it is no comment', async () => {
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
