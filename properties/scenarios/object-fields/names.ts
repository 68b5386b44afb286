// Creates that compete for names, and creates that leave the choice of a name to the server.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/probe-types.ts'
import type { RequestStep, Scenario } from '../../dsl/scenario.ts'
import type { Term } from '../../dsl/term.ts'
import { create, get, caseName, scenarioWith, concurrently } from '../../dsl/steps.ts'
import { someNames, updateContent } from '../collections.ts'

/**
 * Objects (labels `object-…`), some updated, and then a second create under each name (`again …`)
 * between two gets (`before …`, `after …`). The bodies differ in their content, or not at all.
 */
export const createsOfTakenNames = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: fc.constantFrom<Role>('main', 'core'),
      names: someNames(1, 3),
      isUpdated: fc.boolean(),
      content: fc.constantFrom('first', 'second'),
    })
    .map(({ role, names, isUpdated, content }) =>
      scenarioWith(
        ...names.map(name => create(`object-${name}`, role, name, { content: 'first' })),
        ...(isUpdated ? names.map(name => updateContent(role, name, 'yes')) : []),
        ...names.flatMap(name => [
          get(`before ${name}`, role, caseName(name)),
          create(`again ${name}`, role, name, { content }),
          get(`after ${name}`, role, caseName(name)),
        ]),
      ),
    )

/** A create that leaves the name to the server. */
export const createGenerated = (as: string, role: Role, generateName: Term): RequestStep =>
  create(as, role, undefined, { set: { '/metadata/generateName': generateName } })

/**
 * Two to six creates (labels `generated …`) with one generateName, one after the other or at the
 * same time. Some are so long that a server which cuts names off loses what it added to them.
 */
export const generatedNames = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: fc.constantFrom<Role>('main', 'core', 'cluster'),
      lengthMore: fc.constantFrom(0, 20, 60),
      before: fc.integer({ min: 1, max: 2 }),
      atOnce: fc.integer({ min: 0, max: 4 }),
    })
    .filter(({ before, atOnce }) => before + atOnce > 1)
    .map(({ role, lengthMore, before, atOnce }) => {
      const base: Term = { $join: [caseName('g'), { $repeat: 'x', times: lengthMore }, '-'] }
      const creates = Array.from({ length: before + atOnce }, (_, index) =>
        createGenerated(`generated ${index}`, role, base),
      )
      const lanes = creates.slice(before).map(one => [one])
      return scenarioWith(
        ...creates.slice(0, before),
        ...(lanes.length > 1 ? [concurrently(...lanes)] : lanes.flat()),
      )
    })

/** A create with a generateName (label `generated`), also one too long for any name. */
export const generatedName = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: fc.constantFrom<Role>('main', 'core', 'cluster'),
      more: fc.integer({ min: 0, max: 90 }),
      end: fc.constantFrom('', '-', '0'),
    })
    .map(({ role, more, end }) => {
      const base = { $join: [caseName('g'), { $repeat: 'x', times: more }, end] }
      return scenarioWith(createGenerated('generated', role, base))
    })
