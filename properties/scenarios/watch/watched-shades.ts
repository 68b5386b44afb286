// Objects that change their shade, are removed and made again, beside a watch of the dark ones
// (`dark`) and one of all (`all`), both from a list.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/probe-types.ts'
import type { Request, Scenario } from '../../dsl/scenario.ts'
import { create, list, named, steps, untilShown, versionOf, watch } from '../../dsl/steps.ts'
import { changed, created, darkOnly, deleted, someRole } from '../spread.ts'
import type { Shade, Spread } from '../spread.ts'

const shades: Shade[] = ['dark', 'dark', 'light']
const names = ['a', 'b']

/** One write: to which object, into which shade, or its removal. */
type Turn = { name: string; shade: Shade; isRemoval: boolean }

const someTurn: Arbitrary<Turn> = fc.record({
  name: fc.constantFrom(...names),
  shade: fc.constantFrom(...shades),
  isRemoval: fc.constantFrom(false, false, false, true),
})

export const watchedByShade = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someRole,
      early: fc.constantFrom<Shade>('dark', 'light'),
      turns: fc.array(someTurn, { minLength: 4, maxLength: 8 }),
    })
    .map(({ role, early, turns }) => {
      const first: Spread = { name: 'a', namespace: 0, shade: early }
      const resourceVersion = versionOf('start')
      return steps(
        created(role, first),
        list('start', role),
        watch('dark', role, { resourceVersion, labelSelector: darkOnly }),
        watch('all', role, { resourceVersion }),
        ...writesOf(role, turns, new Set([first.name])),
        create('marker', role, 'zz-marker', { set: { '/metadata/labels/shade': named('dark') } }),
        untilShown('dark', 'marker'),
        untilShown('all', 'marker'),
        list('final', role),
      )
    })

/** Turns as requests that can be carried out: what is not there is created. */
function writesOf(role: Role, turns: Turn[], present: Set<string>): Request[] {
  return turns.map(({ name, shade, isRemoval }, index) => {
    const object: Spread = { name, namespace: 0, shade }
    if (!present.has(name)) {
      present.add(name)
      return created(role, object)
    }
    if (!isRemoval) return changed(role, object, { text: `${index}`, shade })
    present.delete(name)
    return deleted(role, object)
  })
}
