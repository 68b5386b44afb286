// Generates objects with labels in two namespaces, and lists with selectors.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { RequestStep, Scenario } from '../../dsl/scenario.ts'
import { create, list, caseName, scenarioWith } from '../../dsl/steps.ts'
import { escapeSegment } from '../../dsl/term.ts'
import type { Term } from '../../dsl/term.ts'
import { someNames } from '../collections.ts'
import { createLabelled, someRole, updateLabelled } from '../labelled-objects.ts'
import type { LabelVariant, LabelledObject } from '../labelled-objects.ts'

const keys = ['color', 'size', 'example.com/tier'] as const
const values = ['red', 'blue', '1'] as const

/**
 * Generates three to five objects with up to three labels, and four lists with a label selector
 * each.
 */
export const listsByLabels = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: fc.constantFrom<Role>('main', 'core'),
      objects: someLabelled(),
      selectors: fc.array(someLabelSelector, { minLength: 4, maxLength: 4 }),
    })
    .map(({ role, objects, selectors }) =>
      scenarioWith(
        ...objects.map(object => object(role)),
        ...selectors.map((labelSelector, index) => list(`list ${index}`, role, { labelSelector })),
      ),
    )

/**
 * Generates three objects that change their shade. After each change the objects of either shade
 * are listed, in their namespace and in all in turn.
 */
export const listsAfterLabelChanges = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someRole,
      shades: fc.array(someShade, { minLength: 3, maxLength: 3 }),
      changed: fc.array(fc.nat(2), { minLength: 4, maxLength: 4 }),
      first: fc.boolean(),
    })
    .map(({ role, shades, changed, first }) => {
      const objects = shades.map((shade, index) => ({ name: `o${index}`, namespace: 0, shade }))
      return scenarioWith(
        ...objects.map(object => createLabelled(role, object)),
        ...changed.flatMap((place, turn) => {
          const object = objects[place] as LabelledObject
          object.shade = object.shade === 'dark' ? 'light' : 'dark'
          const namespace = (turn % 2 === 0) === first ? 0 : ('all' as const)
          return [
            updateLabelled(role, object, { text: `${turn}`, shade: object.shade }),
            ...(['light', 'dark'] as const).map(shade =>
              list(`${shade} ${turn}`, role, { namespace, labelSelector: selectorOf(shade) }),
            ),
          ]
        }),
      )
    })

const someShade = fc.constantFrom<LabelVariant>('dark', 'light')

const selectorOf = (shade: LabelVariant): Term => ({ $join: ['shade=', caseName(shade)] })

/** Generates equal objects in two namespaces, listed by name and by namespace. */
export const listsByFields = (): Arbitrary<Scenario> =>
  fc
    .record({ role: fc.constantFrom<Role>('main', 'core'), names: someNames(3, 4) })
    .chain(({ role, names }) =>
      fc
        .tuple(
          fc.tuple(...names.map(() => fc.constantFrom(0, 1))),
          fc.array(someFieldSelector(names), { minLength: 4, maxLength: 4 }),
          fc.constantFrom<(0 | 'all')[]>(0, 'all'),
        )
        .map(([places, selectors, namespace]) =>
          scenarioWith(
            ...names.map((name, index) =>
              create(`object-${name}`, role, name, { namespace: places[index] ?? 0 }),
            ),
            ...selectors.map((fieldSelector, index) =>
              list(`list ${index}`, role, { fieldSelector, namespace }),
            ),
          ),
        ),
    )

const someLabelled = (): Arbitrary<((role: Role) => RequestStep)[]> =>
  someNames(3, 5).chain(names => fc.tuple(...names.map(oneLabelled)))

const oneLabelled = (name: string): Arbitrary<(role: Role) => RequestStep> =>
  fc
    .uniqueArray(fc.tuple(fc.constantFrom(...keys), fc.constantFrom(...values)), {
      selector: ([key]) => key,
      maxLength: keys.length,
    })
    .map(labels => (role: Role) => {
      const set = labels.map(([key, value]) => [`/metadata/labels/${escapeSegment(key)}`, value])
      return create(`object-${name}`, role, name, { set: Object.fromEntries(set) })
    })

/** All forms of a requirement, with optional blanks. */
const someRequirement: Arbitrary<string> = fc
  .record({
    key: fc.constantFrom(...keys),
    one: fc.constantFrom(...values),
    other: fc.constantFrom(...values),
    blank: fc.constantFrom('', ' '),
  })
  .chain(({ key, one, other, blank }) =>
    fc.constantFrom(
      key,
      `!${key}`,
      `${key}${blank}=${blank}${one}`,
      `${key}${blank}==${blank}${one}`,
      `${key}${blank}!=${blank}${one}`,
      `${key} in${blank}(${one},${blank}${other})`,
      `${key} notin${blank}(${one},${blank}${other})`,
    ),
  )

const someLabelSelector: Arbitrary<string> = fc
  .array(someRequirement, { minLength: 1, maxLength: 2 })
  .map(requirements => requirements.join(','))

const someFieldSelector = (names: string[]): Arbitrary<Term> =>
  fc
    .record({
      operator: fc.constantFrom('=', '==', '!='),
      name: fc.constantFrom(...names, 'nothing'),
      namespace: fc.constantFrom(0, 1),
      form: fc.constantFrom('name', 'namespace', 'both'),
    })
    .map(({ operator, name, namespace, form }): Term => {
      const byName: Term[] = ['metadata.name', operator, caseName(name)]
      const byPlace: Term[] = ['metadata.namespace', operator, { $namespace: namespace }]
      if (form === 'name') return { $join: byName }
      return { $join: form === 'namespace' ? byPlace : [...byName, ',', ...byPlace] }
    })
