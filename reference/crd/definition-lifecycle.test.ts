import { expect, test } from 'vitest'
import { type Metadata, objectsIn } from '../api/object.ts'
import { startTestServer } from '../server/test-server.ts'
import { testDefinitionsPath, widgetObject, widgetDefinition } from './test-definition.ts'

const own = `${testDefinitionsPath}/widgets.example.com`

const fieldsOf = ({ managedFields }: Metadata, manager: string) =>
  objectsIn(managedFields).find(entry => entry.manager === manager)

const server = 'cluster-apiserver'

test('the creator of a definition owns its defaults, but no status', async () => {
  const { ask } = await startTestServer()
  const { body } = await ask('POST', `${testDefinitionsPath}?fieldManager=me`, widgetDefinition())

  const { fieldsV1 } = fieldsOf(body.metadata, 'me') ?? {}
  expect(fieldsV1).toMatchObject({
    'f:spec': {
      'f:conversion': { '.': {}, 'f:strategy': {} },
      'f:names': { 'f:singular': {}, 'f:listKind': {} },
    },
  })
  expect(fieldsV1).not.toHaveProperty('f:status')
})

test('the server owns the status of a definition, each condition separately', async () => {
  const { ask, settled } = await startTestServer()
  await ask('POST', testDefinitionsPath, widgetDefinition())
  await settled()
  const { body } = await ask('GET', own)

  const condition = { '.': {}, 'f:lastTransitionTime': {}, 'f:status': {}, 'f:type': {} }
  expect(fieldsOf(body.metadata, server)).toMatchObject({
    operation: 'Update',
    subresource: 'status',
    fieldsV1: {
      'f:status': {
        'f:acceptedNames': { 'f:plural': {}, 'f:kind': {} },
        'f:conditions': {
          'k:{"type":"NamesAccepted"}': condition,
          'k:{"type":"Established"}': condition,
        },
      },
    },
  })
  expect(fieldsOf(body.metadata, server)).not.toHaveProperty('fieldsV1.f:spec')
})

test('deleting a definition does not change its generation, and has no grace period', async () => {
  const { ask, settled } = await startTestServer()
  await ask('POST', testDefinitionsPath, widgetDefinition())
  await settled()
  const path = '/apis/example.com/v1/namespaces/default/widgets'
  const held = { ...widgetObject('a'), metadata: { name: 'a', finalizers: ['example.com/held'] } }
  await ask('POST', path, held)
  const options = { propagationPolicy: 'Foreground' }
  const { body } = await ask('DELETE', own, options)

  expect(body.metadata).toMatchObject({ generation: 1, deletionTimestamp: expect.any(String) })
  expect(body.metadata).not.toHaveProperty('deletionGracePeriodSeconds')
  expect(body.metadata.finalizers).toEqual(['customresourcecleanup.apiextensions.cluster.example'])
})
