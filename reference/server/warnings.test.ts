import { expect, test } from 'vitest'
import {
  testDefinitionsPath,
  testVersion,
  widgetObject,
  widgetDefinition,
} from '../crd/test-definition.ts'
import { startTestServer } from './test-server.ts'

const path = '/api/v1/namespaces/default/configmaps'
const body = { metadata: { name: 'a' }, data: { b: 'c' }, e: 'f' }
const merge = { 'content-type': 'application/merge-patch+json' }
const apply = { 'content-type': 'application/apply-patch+yaml' }
const unknown = '299 - "unknown field \\"e\\""'

test('a refused request also returns warnings about unknown fields', async () => {
  const { ask } = await startTestServer()
  await ask('POST', path, body)
  const created = await ask('POST', path, body)
  const based = { ...body, metadata: { name: 'a', resourceVersion: '1' } }
  const replaced = await ask('PUT', `${path}/a`, based)
  const immutable = { e: 'f', metadata: { uid: 'other' } }
  const patched = await ask('PATCH', `${path}/a`, immutable, merge)

  const answers = [created, replaced, patched]
  expect(answers.map(({ status }) => status)).toEqual([409, 409, 422])
  expect(answers.map(({ headers }) => headers['warning'])).toEqual([unknown, unknown, unknown])
})

test('an apply with a duplicate field returns a warning unless it conflicts', async () => {
  const { ask } = await startTestServer()
  const document = 'apiVersion: v1\nkind: ConfigMap\ndata: {x: one}\n'
  const at = (name: string, manager: string) => `${path}/${name}?fieldManager=${manager}`
  await ask('PATCH', at('b', 'me'), `${document}metadata: {name: b}\n`, apply)
  const twice = `${document.replace('one', 'two')}kind: ConfigMap\n`
  const conflicting = await ask('PATCH', at('b', 'you'), `${twice}metadata: {name: b}\n`, apply)
  const metadata = 'metadata: {name: c, labels: {d: "!"}}\n'
  const invalid = await ask('PATCH', at('c', 'you'), twice + metadata, apply)

  expect([conflicting.status, conflicting.headers['warning']]).toEqual([409, undefined])
  expect(invalid.status).toBe(422)
  expect(invalid.headers['warning']).toBe('299 - "duplicate field \\"kind\\""')
})

test('the warnings for a body share one size limit, and each text occurs once', async () => {
  const { ask, settled } = await startTestServer()
  const repeated = 'unknown field "e0"'
  const old = { deprecated: true, deprecationWarning: repeated }
  await ask('POST', testDefinitionsPath, widgetDefinition(testVersion('v1', undefined, old)))
  await settled()
  const unknowns = Array.from({ length: 400 }, (_, index) => [`e${index}`, 1] as const)
  const finalizers = Array.from({ length: 400 }, (_, index) => `bad${index}`)
  const metadata = { ...widgetObject('a').metadata, finalizers }
  const path = '/apis/example.com/v1/namespaces/default/widgets'
  const sent = { ...widgetObject('a'), metadata, ...Object.fromEntries(unknowns) }
  const { headers } = await ask('POST', path, sent)

  const lines = [headers['warning'] ?? []].flat()
  const texts = lines.map(line => line.slice('299 - "'.length, -1).replaceAll('\\', ''))
  expect(texts.slice(0, 2)).toEqual([repeated, 'unknown field "e1"'])
  expect(texts.filter(text => text === repeated)).toHaveLength(1)
  expect(texts.join('').length).toBeLessThanOrEqual(4096)
})

test('a deprecated type causes the first warning, even if the object is not found', async () => {
  const { ask, settled } = await startTestServer()
  const old = { deprecated: true, deprecationWarning: 'gone soon' }
  const made = await ask(
    'POST',
    testDefinitionsPath,
    widgetDefinition(testVersion('v1', undefined, old)),
  )
  await settled()
  const widgetsPath = '/apis/example.com/v1/namespaces/default/widgets'
  const missing = await ask('GET', `${widgetsPath}/a`)
  const refused = await ask('POST', widgetsPath, { ...widgetObject('A'), e: 'f' })

  expect(made.status).toBe(200)
  expect([missing.status, missing.headers['warning']]).toEqual([404, '299 - "gone soon"'])
  expect(refused.status).toBe(422)
  expect(refused.headers['warning']).toEqual(['299 - "gone soon"', unknown])
})
