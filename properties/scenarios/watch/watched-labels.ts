// Generates objects that change their shade, are removed and created again, during a watch of the
// dark ones (`dark`) and one of all (`all`), both from a list.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { RequestStep, Scenario } from '../../dsl/scenario.ts'
import {
  create,
  list,
  caseName,
  scenarioWith,
  awaitVersion,
  versionFrom,
  watch,
} from '../../dsl/steps.ts'
import {
  updateLabelled,
  createLabelled,
  darkSelector,
  deleteLabelled,
  someRole,
} from '../labelled-objects.ts'
import type { LabelVariant, LabelledObject } from '../labelled-objects.ts'

const shades: LabelVariant[] = ['dark', 'dark', 'light']
const names = ['a', 'b']

/** One write: the object, its new shade, or its removal. */
type Turn = { name: string; shade: LabelVariant; isRemoval: boolean }

const someTurn: Arbitrary<Turn> = fc.record({
  name: fc.constantFrom(...names),
  shade: fc.constantFrom(...shades),
  isRemoval: fc.constantFrom(false, false, false, true),
})

/** Generates writes that change the shade of objects, with the two watches. */
export const watchByLabel = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someRole,
      early: fc.constantFrom<LabelVariant>('dark', 'light'),
      turns: fc.array(someTurn, { minLength: 4, maxLength: 8 }),
    })
    .map(({ role, early, turns }) => {
      const first: LabelledObject = { name: 'a', namespace: 0, shade: early }
      const resourceVersion = versionFrom('start')
      return scenarioWith(
        createLabelled(role, first),
        list('start', role),
        watch('dark', role, { resourceVersion, labelSelector: darkSelector }),
        watch('all', role, { resourceVersion }),
        ...writesOf(role, turns, new Set([first.name])),
        create('marker', role, 'zz-marker', {
          set: { '/metadata/labels/shade': caseName('dark') },
        }),
        awaitVersion('dark', 'marker'),
        awaitVersion('all', 'marker'),
        list('final', role),
      )
    })

/** Converts turns to valid requests. A missing object is created. */
function writesOf(role: Role, turns: Turn[], present: Set<string>): RequestStep[] {
  return turns.map(({ name, shade, isRemoval }, index) => {
    const object: LabelledObject = { name, namespace: 0, shade }
    if (!present.has(name)) {
      present.add(name)
      return createLabelled(role, object)
    }
    if (!isRemoval) return updateLabelled(role, object, { text: `${index}`, shade })
    present.delete(name)
    return deleteLabelled(role, object)
  })
}
