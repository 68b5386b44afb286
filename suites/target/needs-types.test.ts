import { expect, it } from 'vitest'
import { defaultTypes } from '../../fixtures/objects/tested-types.ts'
import type { Role } from '../../fixtures/objects/tested-types.ts'
import type { RequestStep, Scenario } from '../../properties/dsl/scenario.ts'
import {
  list,
  rawRequest,
  scenarioWith,
  concurrently,
  listByChunks,
} from '../../properties/dsl/steps.ts'
import { notBuiltInReason, whyTypesDoNotFit } from './needs-types.ts'

const types = defaultTypes('k8s.io')
const without = (role: Role, scenario: Scenario) =>
  whyTypesDoNotFit({ types, unserved: { [role]: 'not served' } }, scenario)
const secrets = { $join: ['/api/v1/namespaces/', { $namespace: 0 }, '/secrets'] }

it.each<[string, Scenario]>([
  ['a place', scenarioWith(list('a', 'core'))],
  ['a lane', scenarioWith(concurrently([list('a', 'main')], [list('b', 'core')]))],
  ['a walk', scenarioWith(listByChunks(list('a', 'core') as RequestStep))],
  ['a sample', scenarioWith(rawRequest('a', 'POST', '/x', { body: { $sample: 'core' } }))],
  [
    'a word',
    scenarioWith(rawRequest('a', 'GET', { $join: ['/', { $word: 'resource', of: 'core' }] })),
  ],
  ['a path', scenarioWith(rawRequest('a', 'GET', secrets))],
])('detects a type that is not served in %s', (_, scenario) => {
  expect(without('core', scenario)).toBe(
    'skipped: the server has no type for the role core: not served',
  )
  expect(without('cluster', scenario)).toBeUndefined()
  expect(whyTypesDoNotFit({ types }, scenario)).toBeUndefined()
})

it('detects namespaces that would have to be created, but not those of the run', () => {
  const made = { $join: ['/api/v1/namespaces/', { $name: 'n' }, '/secrets'] }

  expect(without('namespaces', scenarioWith(rawRequest('a', 'GET', secrets)))).toBeUndefined()
  expect(without('namespaces', scenarioWith(rawRequest('a', 'GET', made)))).toMatch(/has no type/)
  expect(
    without('namespaces', scenarioWith(rawRequest('a', 'POST', '/api/v1/namespaces'))),
  ).toMatch(/has no type/)
  const itself = { $join: ['/api/v1/namespaces/', { $namespace: 0 }] }
  expect(without('namespaces', scenarioWith(rawRequest('a', 'GET', itself)))).toMatch(/has no type/)
})

it('detects Secrets that are created where the role core has another type', () => {
  const inNew = { $join: ['/api/v1/namespaces/', { $name: 'n' }, '/secrets'] }
  const created = scenarioWith(rawRequest('a', 'POST', inNew))
  const others = { ...types, core: { ...types.core, resource: 'configmaps' } }

  expect(whyTypesDoNotFit({ types: others }, created)).toBe(
    'skipped: the check creates Secrets, and the type for the role core is configmaps',
  )
  expect(whyTypesDoNotFit({ types }, created)).toBeUndefined()
  const read = scenarioWith(rawRequest('a', 'GET', inNew))
  expect(whyTypesDoNotFit({ types: others }, read)).toBeUndefined()
  const elsewhere = scenarioWith(rawRequest('a', 'POST', inNew, { server: 'other' }))
  expect(whyTypesDoNotFit({ types: others }, elsewhere)).toBeUndefined()
})

it('detects paths of a group if the main type has none', () => {
  const grouped = scenarioWith(
    rawRequest('a', 'GET', { $join: ['/apis/', { $word: 'group', of: 'main' }] }),
  )
  const core = { ...types, main: { ...types.main, group: '' } }

  expect(whyTypesDoNotFit({ types: core }, grouped)).toBe(
    'skipped: the main type, leases, is in the core group; the check needs a type of a named group',
  )
  expect(whyTypesDoNotFit({ types }, grouped)).toBeUndefined()
})

it('detects rules that need a main type with namespaces', () => {
  const main = { ...types.cluster, resource: 'storageclasses' }
  const reasonFor = (of: typeof types, scenario: Scenario) =>
    whyTypesDoNotFit({ types: of }, scenario)
  const alone = { ...types, main, cluster: main }
  const some = { ...types, main }
  const inOne = scenarioWith(list('a', 'main', { namespace: 0 }))
  const path = {
    $join: ['/apis/x/v1/namespaces/', { $namespace: 0 }, '/', { $word: 'resource', of: 'main' }],
  }

  expect(reasonFor(alone, inOne)).toBeUndefined()
  const inOther = scenarioWith(list('a', 'main', { namespace: 1 }))
  expect(whyTypesDoNotFit({ types: alone }, inOther, { allowsClusterScope: true })).toBeUndefined()
  for (const namespace of [1, 'all'] as const)
    expect(reasonFor(alone, scenarioWith(list('a', 'main', { namespace })))).toBe(
      'skipped: the main type, storageclasses, is cluster-scoped; the check needs a namespaced type',
    )
  expect(reasonFor(alone, scenarioWith(rawRequest('a', 'GET', path as never)))).toMatch(
    /the check needs a namespaced type$/,
  )
  const both = scenarioWith(list('a', 'main'), list('b', 'cluster'))
  expect(reasonFor(alone, both)).toMatch(/needs another type in addition to storageclasses/)
  const two = scenarioWith(list('a', 'main'), list('b', 'core'))
  const single = { ...types, main: types.core }
  expect(reasonFor(single, two)).toBe(
    'skipped: the check needs another namespaced type in addition to secrets',
  )
  expect(reasonFor(some, both)).toBeUndefined()
  expect(reasonFor(types, scenarioWith(list('a', 'main', { namespace: 'all' })))).toBeUndefined()
})

it('applies rules of built-in types to those only', () => {
  const main = { ...types.main, group: 'wardle.example.com', resource: 'flunders' }

  expect(notBuiltInReason({ types: { ...types, main } }, 'K8S-ENV-001')).toBe(
    'skipped: the rule applies to built-in types, and the type for the role main is flunders of wardle.example.com',
  )
  expect(notBuiltInReason({ types: { ...types, main } }, 'ENV-001')).toBeUndefined()
  expect(notBuiltInReason({ types }, 'K8S-ENV-001')).toBeUndefined()
})

it('applies rules of built-in types to the main type if a type of a named group has the role core', () => {
  const core = { ...types.core, group: 'wardle.example.com', resource: 'flunders' }

  expect(notBuiltInReason({ types: { ...types, core } }, 'K8S-ENV-001')).toBeUndefined()
})

it('uses a type of a named group in the role core, except for rules of the core group', () => {
  const core = { ...types.core, group: 'wardle.example.com', resource: 'flunders' }
  const reasonFor = (scenario: Scenario) =>
    whyTypesDoNotFit({ types: { ...types, core } }, scenario)
  const version = { $join: ['/api/', { $word: 'version', of: 'core' }] } as const
  const kind = { body: { kind: { $word: 'kind', of: 'core' } } } as const

  expect(reasonFor(scenarioWith(list('a', 'main'), list('b', 'core')))).toBeUndefined()
  expect(reasonFor(scenarioWith(rawRequest('a', 'POST', '/x', kind as never)))).toBeUndefined()
  expect(reasonFor(scenarioWith(rawRequest('a', 'GET', version as never)))).toMatch(
    /the rule applies to the core group$/,
  )
})
