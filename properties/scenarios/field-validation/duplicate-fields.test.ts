import { expect, it } from 'vitest'
import { defaultTypes, sampleObject } from '../../../fixtures/objects/tested-types.ts'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import { isRequestStep } from '../../dsl/scenario.ts'
import { fillTerm } from '../../dsl/term.ts'
import type { HoleValues, Term } from '../../dsl/term.ts'
import { validAndDuplicateFields } from './duplicate-fields.ts'

const { main, core, cluster, namespaces, status } = defaultTypes('k8s.io')
const storageClasses = { ...cluster, resource: 'storageclasses', sample: { provisioner: 'none' } }
const types = { main, core, cluster: storageClasses, namespaces, status }

const fillings: HoleValues = {
  seen: () => ({ metadata: { resourceVersion: '7', uid: 'u', labels: { 'touchstone/run': 'r' } } }),
  name: logical => logical,
  namespace: index => `space-${index}`,
  sample: (role, name, content) => sampleObject(types[role], 'r', name, content),
  word: (word, role) => `${role}'s ${word}`,
  media: word => word,
  group: name => name,
  checks: () => [],
  failing: () => undefined,
}

it.each<Role>(['main', 'core', 'cluster'])('sends the required fields for the role %s', role => {
  const requests = validAndDuplicateFields(
    { role, verb: 'PUT', doubled: ['annotations'], unknown: 1 },
    ['Strict'],
  )

  const texts = requests.filter(isRequestStep).flatMap(({ body }) => textOf(body) ?? [])

  expect(texts).toHaveLength(2)
  for (const text of texts) expect(JSON.parse(text)).toMatchObject(types[role].sample)
  expect(texts[1]?.match(/"annotations":/g)).toHaveLength(2)
  expect(texts[1]).not.toContain(role === 'cluster' ? '"value":0' : '"provisioner"')
})

const textOf = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && '$text' in body
    ? String(fillTerm(body.$text as Term, fillings))
    : undefined
