import { expect, it } from 'vitest'
import { defaultTypes } from '../../fixtures/objects/tested-types.ts'
import { withSubstituteTypes } from './substitute-types.ts'

const types = defaultTypes('k8s.io')
const without = (...roles: string[]) => ({
  types,
  unserved: Object.fromEntries(roles.map(role => [role, 'not served'])),
})

it('gives the main type to a role of the core group that nothing fills', () => {
  const on = withSubstituteTypes(without('core', 'cluster'), 'DEL-002')

  expect(on.types.core).toBe(types.main)
  expect(Object.keys(on.unserved)).toEqual(['cluster'])
})

it('leaves a target alone that needs none, or has no main type', () => {
  for (const target of [without(), without('cluster'), without('core', 'main')])
    expect(withSubstituteTypes(target, 'DEL-002')).toBe(target)
})

it('keeps the rule of the core group to types of that group', () => {
  const ofCore = { ...without('core'), types: { ...types, main: { ...types.core } } }

  expect(withSubstituteTypes(without('core'), 'OBJ-003').types.core).toBe(types.core)
  expect(withSubstituteTypes(ofCore, 'OBJ-003').unserved).toEqual({})
})

it('has no other type in the place of Secrets for a rule of Secrets', () => {
  const target = without('core')

  expect(withSubstituteTypes(target, 'K8S-WRITE-015')).toBe(target)
})
