// A collection read chunk by chunk, label `page`: as it stands, with changes between the chunks,
// and by a selector.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Request, Scenario } from '../../dsl/scenario.ts'
import { list, steps, walk } from '../../dsl/steps.ts'
import type { ListOptions } from '../../dsl/steps.ts'
import { filled, someChanges, someNames } from '../collections.ts'
import { created, darkOnly, someObjects, someRole, someWrites } from '../spread.ts'

/** A list of up to nine objects of one namespace, in small chunks or in ones near their number. */
export const pagedList = (): Arbitrary<Scenario> =>
  fc
    .tuple(someRole, someNames(0, 9))
    .chain(([role, names]) =>
      limitAround(names.length).map(limit =>
        steps(...filled(role, names), walk(list('page', role, { limit }))),
      ),
    )

/** Objects in two namespaces, one of them listed while up to three changes follow each chunk. */
export const pagedUnderWrites = (): Arbitrary<Scenario> =>
  pagedAmongWrites(fc.constant({ namespace: 0 }))

/** The same for a list of the dark objects, in one namespace or in all. */
export const pagedSelection = (): Arbitrary<Scenario> =>
  pagedAmongWrites(
    fc.constantFrom<Selection>(
      { namespace: 0, labelSelector: darkOnly },
      { namespace: 'all', labelSelector: darkOnly },
    ),
  )

type Selection = Pick<ListOptions, 'namespace' | 'labelSelector'>

const pagedAmongWrites = (scopes: Arbitrary<Selection>): Arbitrary<Scenario> =>
  fc
    .record({
      role: someRole,
      objects: someObjects(4, 8),
      scope: scopes,
      limit: fc.integer({ min: 1, max: 3 }),
    })
    .chain(({ role, objects, scope, limit }) =>
      fc
        .tuple(
          someWrites({ role, objects, fresh: 'bb' }, 1, 3),
          someWrites({ role, objects, fresh: 'cc' }, 0, 2),
        )
        .map(between =>
          steps(
            ...objects.map(object => created(role, object)),
            walk(list('page', role, { ...scope, limit }), between),
          ),
        ),
    )

/** One list whose limit all objects fit in, often just so, perhaps after changes of them. */
export const listWithinLimit = (): Arbitrary<Scenario> =>
  fc
    .record({ role: someRole, names: someNames(1, 6), room: fc.constantFrom(0, 0, 1, 500) })
    .chain(({ role, names, room }) =>
      fc
        .oneof(fc.constant<Request[]>([]), someChanges(role, names, 1, 2))
        .map(changes =>
          steps(
            ...filled(role, names),
            ...changes,
            list('page', role, { limit: names.length + createsIn(changes) + room }),
          ),
        ),
    )

const createsIn = (changes: Request[]): number =>
  changes.filter(({ method }) => method === 'POST').length

const limitAround = (count: number): Arbitrary<number> =>
  fc.oneof(
    { weight: 2, arbitrary: fc.integer({ min: 1, max: Math.max(1, Math.ceil(count / 2)) }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(Math.max(1, count - 1), Math.max(1, count), count + 1),
    },
  )
