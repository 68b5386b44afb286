// A collection read chunk by chunk, with changes to it between the chunks.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../fixtures/objects/probe-types.ts'
import type { Scenario } from '../scenario.ts'
import { list, steps, walk } from '../steps.ts'
import { filled, someChanges, someNames } from './collections.ts'

/** A list of up to nine objects in chunks of every size around their number; label `page`. */
export const pagedList = (role: Role = 'main'): Arbitrary<Scenario> =>
  someNames(0, 9).chain(names =>
    limitAround(names.length).map(limit =>
      steps(...filled(role, names), walk(list('page', role, { limit }))),
    ),
  )

/** The same while up to three changes are made after each of the first chunks. */
export const pagedUnderWrites = (role: Role = 'main'): Arbitrary<Scenario> =>
  someNames(3, 9).chain(names =>
    fc
      .tuple(
        fc.integer({ min: 1, max: names.length - 1 }),
        fc.array(someChanges(role, names, 1, 3), { minLength: 1, maxLength: 3 }),
      )
      .map(([limit, between]) =>
        steps(...filled(role, names), walk(list('page', role, { limit }), between)),
      ),
  )

const limitAround = (count: number): Arbitrary<number> =>
  fc.oneof(
    fc.integer({ min: 1, max: Math.max(1, count) }),
    fc.constantFrom(Math.max(1, count - 1), Math.max(1, count), count + 1),
  )
