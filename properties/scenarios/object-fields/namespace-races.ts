// Generates a namespace that is deleted while clients create objects in it. Afterwards another
// namespace gets its name, in which surviving objects would be visible.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { RequestStep, Scenario } from '../../dsl/scenario.ts'
import {
  create,
  get,
  caseName,
  rawRequest,
  deleteObject,
  sampleTerm,
  scenarioWith,
  concurrently,
} from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'

const kinds = ['main', 'core'] as const
type Kind = (typeof kinds)[number]

/**
 * Returns the path of a collection. The namespace is not leased to the case, so a literal path
 * addresses it.
 */
const collectionOf = (role: Kind): Term => ({
  $join: [
    role === 'core' ? '/api/' : '/apis/',
    { $word: 'apiVersion', of: role },
    '/namespaces/',
    caseName('n'),
    '/',
    { $word: 'resource', of: role },
  ],
})

/**
 * Generates initial objects (`made NAME`), and creates by two to four clients (`late NAME`) during
 * the deletion (`deleted`). Then the namespace (`gone`, `again`) and its collections (`left ROLE`)
 * are read.
 */
export const namespaceRaces = (): Arbitrary<Scenario> =>
  fc
    .record({
      early: fc.array(fc.constantFrom(...kinds), { maxLength: 3 }),
      lanes: fc.array(fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 4 }), {
        minLength: 2,
        maxLength: 4,
      }),
      before: fc.nat(2),
    })
    .map(({ early, lanes, before }) =>
      scenarioWith(
        create('namespace', 'namespaces', 'n'),
        ...early.map((role, index) => createOf(`made ${index}`, role)),
        concurrently(
          [
            // Reads delay the deletion, so that more objects exist before it.
            ...Array.from({ length: before }, () => get('before', 'namespaces', caseName('n'))),
            deleteObject('deleted', 'namespaces', caseName('n')),
          ],
          ...lanes.map((roles, lane) =>
            roles.map((role, index) => createOf(`late ${lane}.${index}`, role)),
          ),
        ),
        get('gone', 'namespaces', caseName('n')),
        create('again', 'namespaces', 'n'),
        ...kinds.map(role => rawRequest(`left ${role}`, 'GET', collectionOf(role))),
      ),
    )

const createOf = (as: string, role: Kind): RequestStep =>
  rawRequest(as, 'POST', collectionOf(role), {
    body: sampleTerm(role, as.replaceAll(/[ .]/g, '-')),
  })
