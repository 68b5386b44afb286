import { expect, test } from 'vitest'

import { startTestServer } from '../server/test-server.ts'
import {
  testDefinitionsPath,
  testVersion,
  widgetObject,
  widgetDefinition,
} from './test-definition.ts'

const collection = '/apis/example.com/v1/namespaces/default/widgets'
const large = { type: 'string', default: 'x'.repeat(20_000) }
const listOf = (properties: object) => ({
  type: 'object',
  properties: { list: { type: 'array', items: { type: 'object', properties } } },
})

test('defaults cannot make an object larger than the limit', async () => {
  const { ask, settled } = await startTestServer()
  await ask(
    'POST',
    testDefinitionsPath,
    widgetDefinition(testVersion('v1', listOf({ text: large }))),
  )
  await settled()
  const fits = await ask('POST', collection, widgetObject('a', { list: Array(50).fill({}) }))
  const refused = await ask(
    'POST',
    collection,
    widgetObject('b', { list: Array(100_000).fill({}) }),
  )

  expect(fits.status).toBe(200)
  expect(fits.body['spec']).toEqual({ list: Array(50).fill({ text: large.default }) })
  expect(refused.status).toBe(413)
})

test('an object that later defaults would make too large can be read and deleted', async () => {
  const { ask, settled } = await startTestServer()
  await ask('POST', testDefinitionsPath, widgetDefinition(testVersion('v1', listOf({}))))
  await settled()
  await ask('POST', collection, widgetObject('a', { list: Array(2000).fill({}) }))
  const own = `${testDefinitionsPath}/widgets.example.com`
  const spec = { versions: [testVersion('v1', listOf({ text: large }))] }
  await ask('PATCH', own, { spec }, { 'content-type': 'application/merge-patch+json' })
  await settled()
  const seen = await ask('GET', `${collection}/a`)
  const deleted = await ask('DELETE', `${collection}/a`)

  expect(seen.text).toContain(large.default)
  expect(seen.text.length).toBeLessThan(2_000_000)
  expect(deleted.status).toBe(200)
})
