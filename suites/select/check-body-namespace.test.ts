import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultTypes } from '../../fixtures/objects/tested-types.ts'
import { checks } from '../generated/checks.ts'
import type { Check } from '../check.ts'
import type { Id } from '../generated/catalogue.ts'
import { withBodyNamespacesOf } from './check-body-namespace.ts'

const target = { types: defaultTypes('k8s.io'), needsBodyNamespace: true }

/** The requests of one scenario of a check. */
const drawn = ({ scenarios }: Check): unknown[] =>
  fc.sample(scenarios, { seed: 1, numRuns: 1 })[0]?.steps ?? []

const checkOf = (id: Id): Check => {
  const check = checks.find(one => one.id === id)
  if (!check) throw new Error(`no check ${id}`)
  return check
}

test('the namespace of the path is set in each sample before other changes', () => {
  const [step] = drawn(withBodyNamespacesOf(checkOf('K8S-OBJ-010'), target))

  expect(step).toMatchObject({
    body: {
      $edit: { $edit: { $sample: 'core' }, set: { '/metadata/namespace': { $namespace: 0 } } },
    },
  })
})

test.each(['OBJ-017', 'K8S-OBJ-011'] as const)('%s, about the omission, stays as it is', id => {
  expect(withBodyNamespacesOf(checkOf(id), target)).toBe(checkOf(id))
})

test('cluster-scoped objects get no namespace', () => {
  const steps = drawn(withBodyNamespacesOf(checkOf('OBJ-011'), target))

  expect(JSON.stringify(steps)).not.toContain('/metadata/namespace')
})

test('objects of custom types get the namespace of their path', () => {
  const steps = drawn(withBodyNamespacesOf(checkOf('K8S-CR-022'), target))

  expect(JSON.stringify(steps)).toContain('"/metadata/namespace":{"$namespace":0}')
})

test('objects in texts get the namespace of their path', () => {
  const steps = drawn(withBodyNamespacesOf(checkOf('K8S-CR-023'), target))

  expect(JSON.stringify(steps)).toContain(
    '\\"metadata\\":{\\"namespace\\":\\"",{"$namespace":0},"\\",\\"name\\":',
  )
})

test('objects in a namespace that the scenario creates get its name', () => {
  const steps = drawn(withBodyNamespacesOf(checkOf('K8S-DEL-014'), target))

  expect(JSON.stringify(steps)).toContain('"/metadata/namespace":{"$name":"n"}')
})

test('updates that replace an object get the namespace, too', () => {
  const steps = drawn(withBodyNamespacesOf(checkOf('PATH-013'), target))

  expect(steps[1]).toMatchObject({
    method: 'PUT',
    body: {
      $edit: { $edit: { $sample: 'main' }, set: { '/metadata/namespace': { $namespace: 0 } } },
    },
  })
})

test('for other targets nothing changes', () => {
  const check = checkOf('K8S-OBJ-010')

  expect(withBodyNamespacesOf(check, { ...target, needsBodyNamespace: false })).toBe(check)
})
