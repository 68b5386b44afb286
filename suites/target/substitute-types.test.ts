import { expect, it } from 'vitest'
import { defaultTypes } from '../../fixtures/objects/tested-types.ts'
import { assignmentsFor, assignmentWhere } from './substitute-types.ts'

const types = defaultTypes('k8s.io')
const without = (...roles: string[]) => ({
  types,
  unserved: Object.fromEntries(roles.map(role => [role, 'not served'])),
})

it('uses the main type for a role of the core group that has none', () => {
  const [on, ...others] = assignmentsFor(without('core', 'cluster'), 'DEL-002')

  expect(on.types.core).toBe(types.main)
  expect(Object.keys(on.unserved)).toEqual(['cluster'])
  expect(others).toEqual([])
})

it('does not change a target that needs no substitute, or has no main type', () => {
  for (const target of [without(), without('cluster'), without('core', 'main')]) {
    const [on, ...others] = assignmentsFor(target, 'DEL-002')
    expect(on).toBe(target)
    expect(others).toEqual([])
  }
})

it('applies the rule of the core group to types of that group only', () => {
  const ofCore = { ...without('core'), types: { ...types, main: { ...types.core } } }

  expect(assignmentsFor(without('core'), 'OBJ-003')[0].types.core).toBe(types.core)
  expect(assignmentsFor(ofCore, 'OBJ-003')[0].unserved).toEqual({})
})

it('uses no other type in place of Secrets for a rule about Secrets', () => {
  const target = without('core')

  expect(assignmentsFor(target, 'K8S-WRITE-015')).toEqual([target])
})

const group = 'shop.example.com'
const widgets = { ...types.main, group, resource: 'widgets', kind: 'Widget' }
const configMaps = { ...types.core, resource: 'configmaps' }
const ofTwo = { types: { ...types, main: configMaps, core: widgets }, unserved: {} }
const pairsFor = (id: Parameters<typeof assignmentsFor>[1], target = ofTwo) =>
  assignmentsFor(target, id).map(({ types: { main, core } }) => [main.resource, core.resource])

it('exchanges the types of two roles for a check that needs the main type in a named group', () => {
  expect(pairsFor('PATH-002')).toEqual([
    ['configmaps', 'widgets'],
    ['configmaps', 'configmaps'],
    ['widgets', 'configmaps'],
  ])
  expect(assignmentWhere(ofTwo, 'PATH-002', ({ types: { main } }) => main.group !== '').types.main) //
    .toBe(widgets)
  expect(assignmentWhere(ofTwo, 'PATH-002', () => false)).toBe(ofTwo)
})

it('exchanges the types for the rule about the apiVersion of named groups', () => {
  expect(pairsFor('OBJ-002')).toEqual([['widgets', 'configmaps']])
})

it('applies rules of built-in types and of the core group to the main type if it has one', () => {
  const onlyCustom = { ...ofTwo, types: { ...types, main: { ...widgets }, core: widgets } }

  expect(pairsFor('K8S-ENV-001')).toEqual([['configmaps', 'configmaps']])
  expect(pairsFor('OBJ-003')).toEqual([['configmaps', 'configmaps']])
  expect(assignmentsFor(onlyCustom, 'OBJ-003')).toMatchObject([
    { unserved: { core: 'widgets is not in the core group' } },
  ])
})

it('uses a second cluster-scoped type if the main type is cluster-scoped', () => {
  const racks = { ...types.cluster, group, resource: 'racks' }
  const target = { types: { ...types, main: racks }, unserved: { core: 'not served' } }

  expect(pairsFor('OBJ-005', target as never)).toEqual([
    ['racks', 'racks'],
    ['racks', 'priorityclasses'],
  ])
})
