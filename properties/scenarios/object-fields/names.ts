// Generates creates that compete for names, and creates with generated names.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { RequestStep, Scenario } from '../../dsl/scenario.ts'
import type { Term } from '../../dsl/term.ts'
import {
  create,
  get,
  caseName,
  deleteObject,
  fromAnswer,
  scenarioWith,
  concurrently,
} from '../../dsl/steps.ts'
import { someNames, updateContent } from '../collections.ts'

/**
 * Generates objects (`object-…`), some updated, and a second create with each name (`again …`)
 * between two gets (`before …`, `after …`). The bodies have different or equal content.
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

/** A create with generateName. */
export const createGenerated = (as: string, role: Role, generateName: Term): RequestStep =>
  create(as, role, undefined, { set: { '/metadata/generateName': generateName } })

/**
 * Generates two to six creates (`generated …`) with one generateName, sequential or concurrent.
 * Some are so long that a server that truncates names loses its suffix. In some, the first object
 * is deleted (`deleted`) before the last create, so that a server that counts objects repeats a
 * name.
 */
export const generatedNames = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: fc.constantFrom<Role>('main', 'core', 'cluster'),
      lengthMore: fc.constantFrom(0, 20, 60),
      before: fc.integer({ min: 1, max: 2 }),
      atOnce: fc.integer({ min: 0, max: 4 }),
      isDeleted: fc.boolean(),
    })
    .filter(({ before, atOnce }) => before + atOnce > 1)
    .map(({ role, lengthMore, before, atOnce, isDeleted }) => {
      const base: Term = { $join: [caseName('g'), { $repeat: 'x', times: lengthMore }, '-'] }
      const creates = Array.from({ length: before + atOnce }, (_, index) =>
        createGenerated(`generated ${index}`, role, base),
      )
      const lanes = creates.slice(before).map(one => [one])
      return scenarioWith(
        ...creates.slice(0, before),
        ...(lanes.length > 1 ? [concurrently(...lanes)] : lanes.flat()),
        ...(isDeleted
          ? [
              deleteObject('deleted', role, fromAnswer('generated 0', '/metadata/name')),
              createGenerated(`generated ${before + atOnce}`, role, base),
            ]
          : []),
      )
    })

/** Generates a create with a generateName (`generated`), possibly too long for a name. */
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
