import { expect, test } from 'vitest'

import { startTestServer } from '../server/test-server.ts'
import {
  testDefinitionsPath,
  testVersion,
  widgetObject,
  widgetDefinition,
} from './test-definition.ts'

test('a type is served when its definition is established', async () => {
  const { ask, settled } = await startTestServer()
  const made = await ask('POST', testDefinitionsPath, widgetDefinition())
  await settled()
  const seen = await ask('GET', `${testDefinitionsPath}/widgets.example.com`)
  const created = await ask(
    'POST',
    '/apis/example.com/v1/namespaces/default/widgets',
    widgetObject('a'),
  )

  expect(made.status).toBe(200)
  expect(seen.body['status']).toMatchObject({
    conditions: [
      { type: 'NamesAccepted', status: 'True', reason: 'NoConflicts' },
      { type: 'Established', status: 'True', reason: 'InitialNamesAccepted' },
    ],
    acceptedNames: {
      plural: 'widgets',
      singular: 'widget',
      kind: 'Widget',
      listKind: 'WidgetList',
    },
    storedVersions: ['v1'],
  })
  expect(created.text).toContain('"replicas":1')
  expect(created.status).toBe(200)
})

test.each(['v1', 'v2'])('the writer of a status in %s owns it in that version', async name => {
  const { ask, settled } = await startTestServer()
  const subresources = { status: {} }
  const versions = ['v1', 'v2'].map(each => testVersion(each, { type: 'object' }, { subresources }))
  await ask('POST', testDefinitionsPath, widgetDefinition(...versions))
  await settled()
  const path = `/apis/example.com/${name}/namespaces/default/widgets`
  const made = { ...widgetObject('a'), apiVersion: `example.com/${name}` }
  await ask('POST', path, made)
  const status = { phase: 'done' }
  const merge = { 'content-type': 'application/merge-patch+json' }
  const { body } = await ask('PATCH', `${path}/a/status?fieldManager=me`, { status }, merge)

  expect(body.metadata['managedFields']).toContainEqual(
    expect.objectContaining({
      manager: 'me',
      apiVersion: `example.com/${name}`,
      subresource: 'status',
      fieldsV1: { 'f:status': { '.': {}, 'f:phase': {} } },
    }),
  )
})

test.each(['v1', 'v2'])(
  'an object is validated by the schema of %s when written there',
  async name => {
    const { ask, settled } = await startTestServer()
    const versions = ['v1', 'v2'].map(each => {
      const spec = { type: 'object', properties: { color: { type: 'string', enum: [each] } } }
      return testVersion(each, spec)
    })
    await ask('POST', testDefinitionsPath, widgetDefinition(...versions))
    await settled()
    const create = (color: string) =>
      ask('POST', `/apis/example.com/${name}/namespaces/default/widgets`, {
        ...widgetObject(`of-${color}`),
        apiVersion: `example.com/${name}`,
        spec: { color },
      })

    const answers = [await create('v1'), await create('v2')]

    expect(answers.map(({ status }) => status)).toEqual(name === 'v1' ? [200, 422] : [422, 200])
  },
)
