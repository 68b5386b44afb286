import fc from 'fast-check'
import { expect, it } from 'vitest'
import { defaultTypes } from '../../fixtures/objects/tested-types.ts'
import type { Role } from '../../fixtures/objects/tested-types.ts'
import type { Target } from '../../fixtures/targets/target.ts'
import { exchangeAt, isSuccess } from '../../properties/history/history.ts'
import type { History } from '../../properties/history/history.ts'
import { verify } from '../../properties/history/observation.ts'
import type { Observation } from '../../properties/history/observation.ts'
import { list, rawRequest, scenarioWith } from '../../properties/dsl/steps.ts'
import { example, property } from '../check.ts'
import type { Check } from '../check.ts'
import { runCheckIfPossible } from '../run/run.ts'
import { servableScenarios } from './servable-scenarios.ts'
import { environmentWhere } from '../test-environment.ts'

const lists = example('PAGE-001', [list('main', 'main'), list('cluster', 'cluster')], areServed)
const options = {
  seed: 1,
  scenarios: 1,
  checkMs: 60_000,
  shrinkMs: 0,
  signal: new AbortController().signal,
}

it('finds a fault of one type if another type is not served', async () => {
  const verdict = await verdictWithout('cluster', 405)

  expect(verdict).toMatchObject({ verdict: 'fail', failure: { at: 'main' } })
  expect(verdict.failure?.steps).toHaveLength(1)
})

it('does not pass a rule whose judge needs steps of a type that is not served', async () => {
  expect(await verdictWithout('cluster', 200)).toMatchObject({
    verdict: 'inapplicable',
    because: 'skipped: the server has no type for the role cluster: no such path',
  })
})

it('judges the whole example if all types are served', async () => {
  expect(await verdictWithout(undefined, 200)).toMatchObject({ verdict: 'pass', observations: 2 })
})

it('passes a rule of any type for those that are served', () => {
  const each = example(
    'PAGE-001',
    [list('list main', 'main'), list('list core', 'core')],
    areServed,
  )

  expect(draws(each, ['core', 'cluster'])).toMatchObject({
    isPart: false,
    because: expect.stringMatching(/another namespaced type/),
  })
})

it('omits only scenarios of types that are not served', () => {
  const limited = list('list core', 'core', { limit: 1 })
  const each = example('PAGE-001', [list('list main', 'main'), limited], areServed)

  expect(draws(each, ['core'])).toMatchObject({ isPart: true })
})

it('performs a rule about one type with the main type', () => {
  const found = draws(example('PAGE-001', [list('list', 'core')], areServed), ['core'])

  expect(found).toMatchObject({ isPart: false, types: { core: { resource: 'leases' } } })
  expect(found.because).toBeUndefined()
})

it('performs no rule of the core group with a main type of a named group', () => {
  const path = { $join: ['/api/', { $word: 'version', of: 'core' }] } as const
  const named = example('PAGE-001', [rawRequest('a', 'GET', path as never)], areServed)
  const versions = example('OBJ-003', [list('list', 'core')], areServed)

  for (const check of [named, versions])
    expect(draws(check, ['core'])).toMatchObject({
      draws: [],
      because: expect.stringMatching(/no type for the role core/),
    })
})

it('counts steps with the role status as alike to those of the main type', () => {
  const check = example('PAGE-001', [list('a', 'main'), list('b', 'status')], areServed)

  expect(draws(check, ['status'])).toMatchObject({ isPart: false, because: expect.anything() })
})

it('uses a second type of a named group for a rule about two types', () => {
  const group = 'shop.example.com'
  const types = defaultTypes('x.example')
  const widgets = { ...types.main, group, resource: 'widgets' }
  const two = example('PAGE-001', [list('a', 'main'), list('b', 'core')], areServed)
  const inGroup = { $join: ['/apis/', { $word: 'group', of: 'main' }] } as const
  const named = example('PAGE-001', [rawRequest('a', 'GET', inGroup as never)], areServed)
  const on = (check: Check) =>
    servableScenarios(
      { types: { ...types, main: types.core, core: widgets }, unserved: {} },
      check,
      options,
    )

  expect(on(two)).toMatchObject({ isPart: false })
  expect(on(two)).not.toHaveProperty('because')
  expect(on(two)).not.toHaveProperty('types')
  expect(on(named)).toMatchObject({ types: { main: widgets, core: types.core } })
  expect(on(named)).not.toHaveProperty('because')
})

it('prefers scenarios that can be performed to those generated first', () => {
  const roles = fc.constantFrom<Role[]>('cluster', 'main')
  const some = property(
    'PAGE-001',
    roles.map(role => scenarioWith(list('list', role))),
    areServed,
  )
  const found = servableScenarios(
    { types: defaultTypes('x'), unserved: { cluster: 'no' } },
    some,
    options,
  )

  expect(JSON.stringify(found.draws)).toContain('"role":"main"')
  expect(found.because).toBeUndefined()
})

function draws(check: Check, without: Role[]) {
  const unserved = Object.fromEntries(without.map(role => [role, 'no such path']))
  return servableScenarios({ types: defaultTypes('x.example'), unserved }, check, options)
}

function* areServed(history: History): Generator<Observation> {
  for (const step of ['main', 'cluster'])
    yield verify(isSuccess(exchangeAt(history, step)), {
      says: 'A list is served.',
      expected: 200,
      got: exchangeAt(history, step).answer?.status,
      at: step,
    })
}

function verdictWithout(role: Role | undefined, status: number) {
  const types = defaultTypes('cluster.example')
  const unserved = role ? { [role]: 'no such path' } : {}
  const target = { types, unserved, credentials: { admin: {} }, features: [], controls: {} }
  return runCheckIfPossible(
    lists,
    target as unknown as Target,
    environmentWhere(() => status),
    options,
  )
}
