import { beforeEach, expect, test } from 'vitest'

import { type SendTestRequest, startTestServer } from '../server/test-server.ts'

const secrets = '/api/v1/namespaces/default/secrets'

let ask: SendTestRequest

beforeEach(async () => {
  ask = (await startTestServer()).ask
  const shades = { a: 'dark', b: 'light', c: 'dark' }
  for (const [name, shade] of Object.entries(shades))
    await ask('POST', secrets, { metadata: { name, labels: { shade } } })
})

const names = async (query = '') =>
  (await ask('GET', `${secrets}${query}`)).body.items.map(({ metadata }) => metadata.name)

test('all objects of the collection are deleted and returned (PATH-025)', async () => {
  await ask('POST', '/api/v1/namespaces', { metadata: { name: 'other' } })
  await ask('POST', '/api/v1/namespaces/other/secrets', { metadata: { name: 'a' } })
  const { status, body } = await ask('DELETE', secrets)

  expect(status).toBe(200)
  expect(body.kind).toBe('SecretList')
  expect(body.items.map(({ metadata }) => metadata.name)).toEqual(['a', 'b', 'c'])
  expect(await names()).toEqual([])
  expect((await ask('GET', '/api/v1/namespaces/other/secrets/a')).status).toBe(200)
})

test.each([
  ['labelSelector=shade%3Ddark', ['b']],
  ['fieldSelector=metadata.name%3Db', ['a', 'c']],
  ['limit=2', ['c']],
  ['dryRun=All', ['a', 'b', 'c']],
])('only objects that %s selects are deleted', async (query, left) => {
  await ask('DELETE', `${secrets}?${query}`)

  expect(await names()).toEqual(left)
})

test('objects with finalizers are marked and stay (DEL-030)', async () => {
  const finalizers = ['example.com/held']
  await ask('POST', secrets, { metadata: { name: 'held', finalizers } })
  await ask('DELETE', secrets)

  expect(await names()).toEqual(['held'])
  const held = (await ask('GET', `${secrets}/held`)).body
  expect(held.metadata.deletionTimestamp).toBeTypeOf('string')
})

test('contradictory options delete nothing (DEL-015)', async () => {
  const options = { propagationPolicy: 'Orphan', orphanDependents: true }

  expect((await ask('DELETE', secrets, options)).status).toBe(422)
  expect(await names()).toEqual(['a', 'b', 'c'])
})

test('an empty collection, no namespace, all namespaces and namespaces themselves', async () => {
  expect((await ask('DELETE', '/api/v1/namespaces/default/configmaps')).body.items).toEqual([])
  expect((await ask('DELETE', '/api/v1/secrets')).status).toBe(405)
  expect((await ask('DELETE', '/api/v1/namespaces')).status).toBe(405)
})

test('two concurrent requests delete each object once', async () => {
  const answers = await Promise.all([ask('DELETE', secrets), ask('DELETE', secrets)])

  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await names()).toEqual([])
})
