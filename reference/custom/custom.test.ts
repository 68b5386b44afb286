import { expect, test } from 'vitest'

import { testServer } from '../server/test-server.ts'
import { definitions, widgets, widget } from './test-definition.ts'

test('a type is served when its definition is established', async () => {
  const { ask, settled } = await testServer()
  const made = await ask('POST', definitions, widgets())
  await settled()
  const seen = await ask('GET', `${definitions}/widgets.example.com`)
  const created = await ask('POST', '/apis/example.com/v1/namespaces/default/widgets', widget('a'))

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
