import { expect, it } from 'vitest'
import { defaultTypes } from '../../fixtures/objects/tested-types.ts'
import { withSubstituteTypes } from './substitute-types.ts'

const types = defaultTypes('k8s.io')
const without = (...roles: string[]) => ({
  types,
  unserved: Object.fromEntries(roles.map(role => [role, 'not served'])),
})

it('uses the main type for a role of the core group that has none', () => {
  const on = withSubstituteTypes(without('core', 'cluster'), 'DEL-002')

  expect(on.types.core).toBe(types.main)
  expect(Object.keys(on.unserved)).toEqual(['cluster'])
})

it('does not change a target that needs no substitute, or has no main type', () => {
  for (const target of [without(), without('cluster'), without('core', 'main')])
    expect(withSubstituteTypes(target, 'DEL-002')).toBe(target)
})

it('applies the rule of the core group to types of that group only', () => {
  const ofCore = { ...without('core'), types: { ...types, main: { ...types.core } } }

  expect(withSubstituteTypes(without('core'), 'OBJ-003').types.core).toBe(types.core)
  expect(withSubstituteTypes(ofCore, 'OBJ-003').unserved).toEqual({})
})

it('uses no other type in place of Secrets for a rule about Secrets', () => {
  const target = without('core')

  expect(withSubstituteTypes(target, 'K8S-WRITE-015')).toBe(target)
})
