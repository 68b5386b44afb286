import { expect, test } from 'vitest'

import type { JsonObject } from '../api/object.ts'
import { startTestServer } from '../server/test-server.ts'
import {
  testDefinitionsPath,
  testVersion,
  widgetObject,
  widgetDefinition,
} from './test-definition.ts'

const own = `${testDefinitionsPath}/widgets.example.com`
const pathIn = (name: string) => `/apis/example.com/${name}/namespaces/default/widgets`

const text = { type: 'string' }
const schemaOf = (name: string): JsonObject => ({
  type: 'object',
  properties: { both: text, [name]: text, [`default-${name}`]: { ...text, default: name } },
})

const versions = (storage: string) =>
  ['v1', 'v2'].map(name => testVersion(name, schemaOf(name), { storage: name === storage }))

/**
 * An object that was stored in the first version, after the storage version has become the second.
 */
async function switched() {
  const server = await startTestServer()
  const { ask, settled } = server
  await ask('POST', testDefinitionsPath, widgetDefinition(...versions('v1')))
  await settled()
  const made = await ask('POST', pathIn('v1'), widgetObject('a', { both: 'b', v1: 'x', v2: 'y' }))
  const type = 'application/merge-patch+json'
  await ask('PATCH', own, { spec: { versions: versions('v2') } }, { 'content-type': type })
  await settled()
  const spec = async (name: string) => (await ask('GET', `${pathIn(name)}/a`)).body['spec']
  const touch = (name: string, change: JsonObject = {}) =>
    ask('PATCH', `${pathIn(name)}/a`, change, { 'content-type': type })
  return { ...server, made, spec, touch }
}

test('a stored object is read by the schema of the version it was stored in', async () => {
  const { spec } = await switched()

  expect(await spec('v1')).toEqual({ both: 'b', v1: 'x', 'default-v1': 'v1' })
  expect(await spec('v2')).toEqual({ both: 'b' })
})

test('a write without changes migrates an object to the storage version', async () => {
  const { spec, touch, made } = await switched()
  const moved = await touch('v1')
  const filled = await touch('v2')
  const again = await touch('v2')

  expect(moved.body.metadata.resourceVersion).not.toBe(made.body.metadata.resourceVersion)
  expect(filled.body.metadata.resourceVersion).not.toBe(moved.body.metadata.resourceVersion)
  expect(again.body.metadata.resourceVersion).toBe(filled.body.metadata.resourceVersion)
  expect(again.body.metadata['generation']).toBe(1)
  expect(await spec('v1')).toEqual({ both: 'b' })
  expect(await spec('v2')).toEqual({ both: 'b', 'default-v2': 'v2' })
})

test('a dry run shows the migrated object and stores nothing', async () => {
  const { ask, spec } = await switched()
  const shown = await ask(
    'PATCH',
    `${pathIn('v1')}/a?dryRun=All`,
    {},
    {
      'content-type': 'application/merge-patch+json',
    },
  )

  expect(shown.body['spec']).toEqual({ both: 'b' })
  expect(await spec('v1')).toEqual({ both: 'b', v1: 'x', 'default-v1': 'v1' })
})

test('a write in another version than the storage version keeps the common fields', async () => {
  const { spec, touch } = await switched()
  const answer = await touch('v1', { spec: { both: 'c', v1: 'new' } })

  expect(answer.body['spec']).toEqual({ both: 'c' })
  expect(await spec('v2')).toEqual({ both: 'c', 'default-v2': 'v2' })
})
