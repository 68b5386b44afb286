// Generates objects in several namespaces, with names that share prefixes or are equal.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { RequestStep, Scenario } from '../../dsl/scenario.ts'
import type { Term } from '../../dsl/term.ts'
import { create, get, list, caseName, deleteObject, scenarioWith } from '../../dsl/steps.ts'
import { updateContent } from '../collections.ts'

/** Returns the path prefix of a role's group and version. */
export const apiPrefix = (role: Role): Term =>
  role === 'core' || role === 'namespaces'
    ? { $join: ['/api/', { $word: 'version', of: role }] }
    : { $join: ['/apis/', { $word: 'group', of: role }, '/', { $word: 'version', of: role }] }

/** Returns the path of a namespaced type's collection in the first namespace, below a prefix. */
export const collectionBelow = (prefix: Term, role: Role): Term => ({
  $join: [prefix, '/namespaces/', { $namespace: 0 }, '/', { $word: 'resource', of: role }],
})

type Placed = { name: string; namespace: number }

const someRole = fc.constantFrom<Role>('main', 'core')

/** Two to six objects in three namespaces, with few names so that names repeat. */
const placedObjects: Arbitrary<Placed[]> = fc
  .uniqueArray(fc.record({ name: fc.constantFrom('a', 'ab', 'b'), namespace: fc.nat(2) }), {
    minLength: 2,
    maxLength: 6,
    selector: ({ name, namespace }) => `${namespace}/${name}`,
  })
  .filter(placed => new Set(placed.map(({ namespace }) => namespace)).size > 1)

const createsOf = (role: Role, placed: Placed[]): RequestStep[] =>
  placed.map(({ name, namespace }) => create(`${name} in ${namespace}`, role, name, { namespace }))

/** Generates a list across namespaces (`all`). */
export const listAcrossNamespaces = (): Arbitrary<Scenario> =>
  fc
    .tuple(someRole, placedObjects)
    .map(([role, placed]) =>
      scenarioWith(...createsOf(role, placed), list('all', role, { namespace: 'all' })),
    )

/** Generates a list of each namespace (`list 0`, `list 1`, `list 2`). */
export const listOfEachNamespace = (): Arbitrary<Scenario> =>
  fc
    .tuple(someRole, placedObjects)
    .map(([role, placed]) =>
      scenarioWith(
        ...createsOf(role, placed),
        ...[0, 1, 2].map(namespace => list(`list ${namespace}`, role, { namespace })),
      ),
    )

/**
 * Generates two or three objects (`created …`) that are read repeatedly (`read …`) while others of
 * the collection are created, updated and deleted.
 */
export const readAmongWrites = (): Arbitrary<Scenario> =>
  fc
    .constantFrom<Role>('main', 'core', 'cluster')
    .chain(role =>
      fc.tuple(
        fc.constant(role),
        fc.array(someContent, { minLength: 2, maxLength: 3 }),
        fc.array(someAct, { minLength: 3, maxLength: 8 }),
      ),
    )
    .map(([role, contents, acts]) =>
      scenarioWith(
        ...contents.map((content, index) =>
          create(`created ${index}`, role, `kept-${index}`, { content }),
        ),
        ...acts.map((act, index) => actOf(act, { role, index, count: contents.length })),
        ...contents.map((_, index) => get(`read ${index} last`, role, caseName(`kept-${index}`))),
      ),
    )

const someContent = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
const someAct = fc.oneof(
  fc.record({ does: fc.constant('read' as const), which: fc.nat(2) }),
  fc.record({
    does: fc.constantFrom('create' as const, 'update' as const, 'delete' as const),
    which: fc.nat(1),
  }),
)

/** Returns a read of one of the permanent objects, or a write of one of two others. */
function actOf(
  { does, which }: { does: 'read' | 'create' | 'update' | 'delete'; which: number },
  { role, index, count }: { role: Role; index: number; count: number },
): RequestStep {
  if (does === 'read')
    return get(`read ${which % count} at ${index}`, role, caseName(`kept-${which % count}`))
  const other = `other-${which}`
  if (does === 'create') return create(`object-${other}`, role, other)
  if (does === 'update') return updateContent(role, other, `change ${index}`)
  return deleteObject(`object-${other}`, role, caseName(other))
}
