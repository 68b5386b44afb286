// Generates lists of every type in every requestable form, and lists whose envelopes count items.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import { generalRoles } from '../../../fixtures/objects/tested-types.ts'
import type { Scenario } from '../../dsl/scenario.ts'
import { list, scenarioWith, listByChunks } from '../../dsl/steps.ts'
import { createAll, someChanges, someNames } from '../collections.ts'

// Each accepts JSON, so that a target without the first form can answer.
const forms = [
  'application/json',
  'application/yaml, application/json;q=0.5',
  'application/json;q=0.2, application/yaml;q=0.1',
  '*/*',
]

/** Generates lists of up to three types, some of them empty, in several media types. */
export const listsOfEveryForm = (): Arbitrary<Scenario> =>
  fc
    .uniqueArray(fc.constantFrom<Role[]>(...generalRoles), { minLength: 1, maxLength: 3 })
    .chain(chosen => fc.tuple(...chosen.map(someList)))
    .map(all => scenarioWith(...all.flat()))

const someList = (role: Role) =>
  fc
    .record({
      names: someNames(0, 2),
      namespace: fc.constantFrom(0, 'all' as const),
      limit: fc.constantFrom(undefined, 1, 500),
      accept: fc.constantFrom(...forms),
    })
    .map(({ names, namespace, limit, accept }) => [
      ...(role === 'namespaces' ? [] : createAll(role, names)),
      list(`list ${role}`, role, {
        namespace,
        headers: { accept },
        ...(limit === undefined ? {} : { limit }),
      }),
    ])

/**
 * Generates a list of one namespace in chunks (`page`), all but the last incomplete, sometimes with
 * changes after the first chunks.
 */
export const countedChunks = (): Arbitrary<Scenario> =>
  fc.tuple(fc.constantFrom<Role[]>('main', 'core'), someNames(3, 9)).chain(([role, names]) =>
    fc
      .record({
        limit: fc.integer({ min: 1, max: names.length - 1 }),
        between: fc.array(someChanges(role, names, 0, 2), { maxLength: 2 }),
      })
      .map(({ limit, between }) =>
        scenarioWith(
          ...createAll(role, names),
          listByChunks(list('page', role, { limit }), between),
        ),
      ),
  )
