// Definitions with large schemas must not block other requests.

import { expect, it } from 'vitest'

import type { ApiObject, JsonObject } from '../api/object.ts'
import { defaultParts } from '../server/default-parts.ts'
import { startTestServer } from '../server/test-server.ts'
import { definitionCauses } from './definition-rules.ts'
import { readVersions } from './custom-type-definition.ts'
import { testDefinitionsPath, testVersion, widgetDefinition } from './test-definition.ts'
import { type StepCounter, unmetered } from './compute-budget.ts'

const many = 1000
const properties = (more: JsonObject = {}) =>
  Object.fromEntries(
    Array.from({ length: many }, (_, index) => [`p${index}`, { type: 'string', ...more }]),
  )
const spec = (more?: JsonObject) => ({ type: 'object', properties: properties(more) })
const definition = (more?: JsonObject): ApiObject => {
  const { status: _none, ...object } = widgetDefinition(testVersion('v1', spec(more)))
  // A definition that a client sends is an API object.
  return { ...object, status: { storedVersions: ['v1'] } } as unknown as ApiObject
}
const always: StepCounter = { spendAndCheck: () => true }

it('checking a schema can be paused at each node in all eight passes', () => {
  const [metered, inOneGo] = [always, unmetered].map(
    work => [...definitionCauses(definition(), undefined, work)].length,
  )

  expect(metered).toBeGreaterThan(8 * many)
  expect(inOneGo).toBe(0)
})

it('reading a definition can be paused at each node', () => {
  const [metered, inOneGo] = [always, unmetered].map(
    work => [...readVersions(definition().spec, work)].length,
  )

  expect(metered).toBeGreaterThan(many)
  expect(inOneGo).toBe(0)
})

it('checking with pauses finds the same causes as without', () => {
  const causesOf = (work: StepCounter) => {
    const walk = definitionCauses(definition({ type: 'wrong' }), undefined, work)
    let step = walk.next()
    while (!step.done) step = walk.next()
    return step.value
  }

  expect(causesOf(always).length).toBeGreaterThanOrEqual(many)
  expect(causesOf(always)).toEqual(causesOf(unmetered))
})

it('a large definition is served, changed and removed', async () => {
  const parts = defaultParts()
  const limits = { ...parts.limits, largeBodyBytes: 100, yieldAfterMs: 0 }
  const { ask, settled } = await startTestServer({ ...parts, limits })
  const objects = '/apis/example.com/v1/namespaces/default/widgets'
  const create = (name: string, p0: unknown) =>
    ask('POST', objects, { kind: 'Widget', metadata: { name }, spec: { p0 } })

  expect(
    (await ask('POST', testDefinitionsPath, widgetDefinition(testVersion('v1', spec())))).status,
  ).toBe(200)
  await settled()
  expect((await create('a', 1)).status).toBe(422)
  expect((await create('a', 'x')).status).toBe(200)

  const path = `${testDefinitionsPath}/widgets.example.com`
  const { body } = await ask('GET', path)
  const next = {
    ...body,
    spec: { ...(body.spec as object), versions: [testVersion('v1', spec({ type: 'integer' }))] },
  }
  expect((await ask('PUT', path, next)).status).toBe(200)
  await settled()
  expect((await create('b', 'x')).status).toBe(422)
  expect((await create('b', 1)).status).toBe(200)

  expect((await ask('DELETE', path)).status).toBe(200)
  await settled()
  expect((await ask('GET', objects)).status).toBe(404)
})
