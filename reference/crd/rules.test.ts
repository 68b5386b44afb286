import { expect, test } from 'vitest'

import type { JsonObject } from '../api/object.ts'
import { startTestServer } from '../server/test-server.ts'
import {
  testDefinitionsPath,
  testVersion,
  widgetObject,
  widgetDefinition,
} from './test-definition.ts'

const collection = '/apis/example.com/v1/namespaces/default/widgets'

async function ruled(rule: JsonObject, more: JsonObject = {}) {
  const server = await startTestServer()
  const properties = { n: { type: 'integer' }, list: { type: 'array', items: { type: 'string' } } }
  const spec = { type: 'object', properties, 'x-kubernetes-validations': [rule], ...more }
  const made = await server.ask(
    'POST',
    testDefinitionsPath,
    widgetDefinition(testVersion('v1', spec)),
  )
  await server.settled()
  return { ...server, made }
}

test('an object that breaks a rule is refused with its message', async () => {
  const { ask } = await ruled({ rule: 'self.n > 1', message: 'too small', fieldPath: '.n' })
  const refused = await ask('POST', collection, widgetObject('a', { n: 1 }))
  const taken = await ask('POST', collection, widgetObject('b', { n: 2 }))

  expect(refused.status).toBe(422)
  expect(refused.body['details']).toMatchObject({
    causes: [{ field: 'spec.n', message: 'Invalid value: too small' }],
  })
  expect(taken.status).toBe(200)
})

test('a rule about oldSelf is evaluated for updates only', async () => {
  const { ask } = await ruled({ rule: 'self.n >= oldSelf.n' })
  const { body } = await ask('POST', collection, widgetObject('a', { n: 2 }))
  const refused = await ask('PUT', `${collection}/a`, { ...body, spec: { n: 1 } })
  const taken = await ask('PUT', `${collection}/a`, { ...body, spec: { n: 3 } })

  expect(refused.status).toBe(422)
  expect(taken.status).toBe(200)
})

test('an object that was stored before a rule existed may remain', async () => {
  const { ask, settled } = await ruled({ rule: 'true' })
  const { body } = await ask('POST', collection, widgetObject('a', { n: 0 }))
  const held = await ask('GET', `${testDefinitionsPath}/widgets.example.com`)
  const text = held.text.replace('"rule":"true"', '"rule":"self.n > 5"')
  const changed = await ask('PUT', `${testDefinitionsPath}/widgets.example.com`, text)
  await settled()
  const labelled = { ...body, metadata: { ...body.metadata, labels: { a: 'b' } } }
  const kept = await ask('PUT', `${collection}/a`, labelled)
  const refused = await ask('POST', collection, widgetObject('b', { n: 0 }))

  expect(changed.status).toBe(200)
  expect(kept.status).toBe(200)
  expect(refused.status).toBe(422)
})

test.each([
  ['of no sense', 'self.nothing == 1', 'compilation failed'],
  ['without a truth', 'self.n', 'must evaluate to a bool'],
  ['of an unknown function', 'self.n.frob() == 1', 'compilation failed'],
  ['that takes too long', 'self.list.all(a, self.list.all(b, a == b))', 'exceeds budget'],
])('a definition with a rule %s is refused', async (_what, rule, message) => {
  const { made, ask } = await ruled({ rule })

  expect(made.status).toBe(422)
  expect(made.text).toContain(message)
  expect((await ask('GET', `${testDefinitionsPath}/widgets.example.com`)).status).toBe(404)
})
