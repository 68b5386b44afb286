// Generates sequential creates, with reads after each create and at the end.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { RequestStep, Scenario } from '../../dsl/scenario.ts'
import { create, get, list, caseName, nameFrom, scenarioWith } from '../../dsl/steps.ts'
import { someNames } from '../collections.ts'
import { someWritableRole } from '../updates.ts'

/**
 * Generates up to four creates in one or two namespaces, some with generated names, each followed
 * by a get. Lists of one or all namespaces are between them and at the end.
 */
export const createsAndReads = (): Arbitrary<Scenario> =>
  fc
    .tuple(someWritableRole, someNames(1, 4))
    .chain(([role, names]) =>
      fc
        .tuple(...names.map(name => oneCreate(role, name)))
        .map(creates => scenarioWith(...creates.flat(), list('all', role, { namespace: 'all' }))),
    )

const oneCreate = (role: Role, name: string): Arbitrary<RequestStep[]> =>
  fc
    .record({ namespace: fc.constantFrom(0, 1), isGenerated: fc.boolean(), isListed: fc.boolean() })
    .map(({ namespace, isGenerated, isListed }) => {
      const label = `object-${name}`
      const place = { namespace, content: `content of ${name}` }
      return [
        isGenerated
          ? create(label, role, undefined, {
              ...place,
              set: { '/metadata/generateName': caseName(`${name}-`) },
            })
          : create(label, role, name, place),
        get(`get-${name}`, role, nameFrom(label), { namespace }),
        ...(isListed ? [list(`list-${name}`, role, { namespace })] : []),
      ]
    })
