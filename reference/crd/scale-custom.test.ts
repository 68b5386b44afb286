import { expect, test } from 'vitest'

import { startTestServer } from '../server/test-server.ts'
import {
  testDefinitionsPath,
  testVersion,
  widgetObject,
  widgetDefinition,
} from './test-definition.ts'

const collection = '/apis/example.com/v1/namespaces/default/widgets'
const scale = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' }
const patch = { 'content-type': 'application/merge-patch+json' }

async function unsized() {
  const server = await startTestServer()
  const sized = testVersion('v1', { type: 'object', properties: { replicas: { type: 'integer' } } })
  await server.ask(
    'POST',
    testDefinitionsPath,
    widgetDefinition({ ...sized, subresources: { scale } }),
  )
  await server.settled()
  await server.ask('POST', collection, widgetObject('a'))
  return server
}

test('an object without replicas has no scale, and unrelated patches do not add one', async () => {
  const { ask } = await unsized()
  const read = await ask('GET', `${collection}/a/scale`)
  const changed = await ask('PATCH', `${collection}/a/scale`, { metadata: {} }, patch)

  expect(read.status).toBe(500)
  expect(changed.status).toBe(400)
  expect(changed.text).toContain('.spec.replicas')
  expect((await ask('GET', `${collection}/a`)).body['spec']).toEqual({})
})

test('a patch of the scale sets the replicas of an object without any', async () => {
  const { ask } = await unsized()
  const changed = await ask('PATCH', `${collection}/a/scale`, { spec: { replicas: 3 } }, patch)

  expect(changed.status).toBe(200)
  expect((await ask('GET', `${collection}/a`)).body['spec']).toEqual({ replicas: 3 })
})

test('a scale without replicas sets them to 0', async () => {
  const { ask } = await unsized()
  const { body } = await ask('GET', `${collection}/a`)
  const { name, resourceVersion } = body.metadata
  const changed = await ask('PUT', `${collection}/a/scale`, { metadata: { name, resourceVersion } })

  expect(changed.status).toBe(200)
  expect((await ask('GET', `${collection}/a`)).body['spec']).toEqual({ replicas: 0 })
})
