import { once } from 'node:events'
import { request } from 'node:http'

import { expect, test } from 'vitest'

import { type JsonObject, objectIn } from '../api/object.ts'
import { startTestServer } from '../server/test-server.ts'
import {
  testDefinitionsPath,
  testVersion,
  widgetObject,
  widgetDefinition,
} from './test-definition.ts'

const collection = '/apis/example.com/v1/namespaces/default/widgets'
const own = `${testDefinitionsPath}/widgets.example.com`

async function defined(...versions: JsonObject[]) {
  const server = await startTestServer()
  const { status } = await server.ask('POST', testDefinitionsPath, widgetDefinition(...versions))
  await server.settled()
  return { ...server, status }
}

test('deleting a definition deletes its objects', async () => {
  const { ask, settled } = await defined()
  await ask('POST', collection, widgetObject('a'))
  const deleted = await ask('DELETE', own)
  await settled()

  expect(deleted.body.metadata.finalizers).toHaveLength(1)
  expect((await ask('GET', own)).status).toBe(404)
  expect((await ask('GET', collection)).status).toBe(404)
})

test('a deleted definition waits for finalizers and accepts no new objects', async () => {
  const { ask, settled } = await defined()
  const held = widgetObject('a')
  await ask('POST', collection, {
    ...held,
    metadata: { name: 'a', finalizers: ['example.com/held'] },
  })
  await ask('DELETE', own)
  await settled()
  const refused = await ask('POST', collection, widgetObject('b'))

  expect(refused.status).toBe(403)
  expect(refused.text).toContain('while custom resource definition is terminating')
  expect((await ask('GET', `${collection}/a`)).body.metadata.deletionTimestamp).toBeTypeOf('string')
})

test('a recreated definition starts without objects', async () => {
  const { ask, settled } = await defined()
  await ask('POST', collection, widgetObject('a'))
  await ask('DELETE', own)
  await settled()
  await ask('POST', testDefinitionsPath, widgetDefinition())
  await settled()

  expect((await ask('GET', collection)).body.items).toEqual([])
})

test('an object is not stored if its body arrives after its type was deleted', async () => {
  const { ask, settled, url } = await defined()
  const late = request(url + collection, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  })
  late.write('{')
  await expect.poll(() => late.socket?.bytesWritten ?? 0).toBeGreaterThan(0)
  // A server processes requests in the order of their arrival.
  await ask('GET', collection)
  await ask('DELETE', own)
  await settled()
  late.end(JSON.stringify(widgetObject('late')).slice(1))
  const [answer] = await once(late, 'response')
  await ask('POST', testDefinitionsPath, widgetDefinition())
  await settled()

  expect(answer).toMatchObject({ statusCode: 404 })
  expect((await ask('GET', collection)).body.items).toEqual([])
})

test('a watch ends when its type is deleted', async () => {
  const { ask, settled, url } = await defined()
  const watched = await fetch(`${url}${collection}?watch=true&timeoutSeconds=60`)
  await ask('POST', collection, widgetObject('a'))
  await ask('DELETE', own)
  await settled()

  expect(await watched.text()).toContain('"type":"DELETED"')
})

test('two definitions cannot have the same names until one is deleted', async () => {
  const { ask, settled } = await defined()
  const { spec } = widgetDefinition()
  const names = { plural: 'gadgets', singular: 'gadget', kind: 'Widget', listKind: 'GadgetList' }
  const other = { metadata: { name: 'gadgets.example.com' }, spec: { ...objectIn(spec), names } }
  await ask('POST', testDefinitionsPath, other)
  await settled()
  const refused = await ask('GET', `${testDefinitionsPath}/gadgets.example.com`)
  const absent = await ask('GET', '/apis/example.com/v1/gadgets')
  await ask('DELETE', own)
  await settled()
  const taken = await ask('GET', `${testDefinitionsPath}/gadgets.example.com`)

  expect(refused.text).toContain('"reason":"KindConflict"')
  expect(absent.status).toBe(404)
  expect(taken.text).toContain('"reason":"InitialNamesAccepted"')
})

test('an object is the same instance in all versions', async () => {
  const text = { type: 'object', properties: { colour: { type: 'string' } } }
  const { ask } = await defined(testVersion('v1'), testVersion('v2', text))
  const made = await ask('POST', collection, widgetObject('a', { colour: 'red', replicas: 2 }))
  const seen = await ask('GET', collection.replace('/v1/', '/v2/') + '/a')

  expect(seen.body).toMatchObject({ apiVersion: 'example.com/v2', spec: { colour: 'red' } })
  expect(seen.body['spec']).toEqual({ colour: 'red' })
  expect(seen.body.metadata.uid).toBe(made.body.metadata.uid)
})

test('a new default applies to existing objects', async () => {
  const { ask, settled } = await defined()
  await ask('POST', collection, widgetObject('a'))
  const held = await ask('GET', own)
  await ask('PUT', own, held.text.replace('"colour":{', '"colour":{"default":"red",'))
  await settled()

  expect((await ask('GET', `${collection}/a`)).body['spec']).toMatchObject({ colour: 'red' })
  expect((await ask('GET', collection)).text).toContain('"colour":"red"')
})

test('deleting a namespace deletes its custom objects', async () => {
  const { ask, settled } = await defined()
  await ask('POST', '/api/v1/namespaces', { metadata: { name: 'n' } })
  await ask('POST', collection.replace('default', 'n'), widgetObject('a'))
  await ask('DELETE', '/api/v1/namespaces/n')
  await settled()

  expect((await ask('GET', collection.replace('default', 'n') + '/a')).status).toBe(404)
  expect((await ask('GET', '/api/v1/namespaces/n')).status).toBe(404)
})

const nested = (depth: number): JsonObject =>
  depth === 0 ? { type: 'string' } : { type: 'object', properties: { a: nested(depth - 1) } }

const many = Object.fromEntries(
  Array.from({ length: 10_000 }, (_, index) => [`p${index}`, { type: 'string' }]),
)

test.each([
  [
    'of a prototype',
    '{"__proto__":{"type":"string","default":"x"},"constructor":{"type":"string"}}',
    200,
  ],
  ['of ten thousand properties', JSON.stringify(many), 200],
  ['nested deep', JSON.stringify({ a: nested(110) }), 422],
  ['that refers to itself', '{"a":{"$ref":"#"}}', 422],
  ['with a default of another type', '{"a":{"type":"integer","default":"x"}}', 422],
])('a schema %s does no harm', async (_what, properties, status) => {
  const { ask, settled } = await startTestServer()
  const spec = '{"type":"object","properties":PROPERTIES}'.replace('PROPERTIES', () => properties)
  const text = JSON.stringify(widgetDefinition(testVersion('v1', { mark: true }))).replace(
    '{"mark":true}',
    () => spec,
  )
  const made = await ask('POST', testDefinitionsPath, text)
  await settled()
  const created = await ask('POST', collection, widgetObject('a'))

  expect(made.status).toBe(status)
  expect(created.status).toBe(status === 200 ? 200 : 404)
  expect(Object.hasOwn(Object.prototype, 'default')).toBe(false)
  expect((await ask('GET', '/livez')).status).toBe(200)
})
