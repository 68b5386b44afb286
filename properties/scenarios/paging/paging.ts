// Generates a collection that is read in chunks (`page`): unchanged, with changes between the
// chunks, and with a selector.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { RequestStep, Scenario } from '../../dsl/scenario.ts'
import { list, scenarioWith, listByChunks } from '../../dsl/steps.ts'
import type { ListStepOptions } from '../../dsl/steps.ts'
import { createAll, someChanges, someNames } from '../collections.ts'
import {
  createLabelled,
  darkSelector,
  deleteLabelled,
  someObjects,
  someRole,
  someWrites,
} from '../labelled-objects.ts'
import type { LabelledObject } from '../labelled-objects.ts'

/**
 * Generates a list of up to nine objects of one namespace, in small chunks or in chunks near their
 * number.
 */
export const pagedList = (): Arbitrary<Scenario> =>
  fc
    .tuple(someRole, someNames(0, 9))
    .chain(([role, names]) =>
      limitAround(names.length).map(limit =>
        scenarioWith(...createAll(role, names), listByChunks(list('page', role, { limit }))),
      ),
    )

/**
 * Generates objects in two namespaces. One namespace is listed, with up to three changes after each
 * chunk.
 */
export const pagedDuringWrites = (): Arbitrary<Scenario> =>
  pagedAmongWrites(fc.constant({ namespace: 0 }))

/** Like `pagedDuringWrites`, for a list of the dark objects, in one namespace or in all. */
export const pagedSelection = (): Arbitrary<Scenario> =>
  pagedAmongWrites(
    fc.constantFrom<Selection>(
      { namespace: 0, labelSelector: darkSelector },
      { namespace: 'all', labelSelector: darkSelector },
    ),
  )

type Selection = Pick<ListStepOptions, 'namespace' | 'labelSelector'>

const pagedAmongWrites = (scopes: Arbitrary<Selection>): Arbitrary<Scenario> =>
  fc
    .record({
      role: someRole,
      objects: someObjects(4, 8).map(withThreeListed),
      scope: scopes,
      limit: fc.constantFrom(1, 2),
    })
    .chain(({ role, objects, scope, limit }) =>
      fc
        .tuple(
          someWrites({ role, objects, fresh: 'bb' }, 1, 3),
          someWrites({ role, objects, fresh: 'cc' }, 0, 2),
          fc.boolean(),
        )
        .map(([first, second, isLastDeleted]) => {
          const last = isLastDeleted ? lastOfFirstChunk(objects, scope, limit) : undefined
          const deletion = last ? [deleteLabelled(role, last)] : []
          return scenarioWith(
            ...objects.map(object => createLabelled(role, object)),
            listByChunks(list('page', role, { ...scope, limit }), [
              [...first, ...deletion],
              second,
            ]),
          )
        }),
    )

/** Places the first three objects in the list, so that it has more than one chunk. */
const withThreeListed = (objects: LabelledObject[]): LabelledObject[] =>
  objects.map((object, index) => (index < 3 ? { ...object, namespace: 0, shade: 'dark' } : object))

/**
 * The object that ends the first chunk if a server lists objects by name, as most do. A token often
 * names this object, and it may no longer exist when the list continues.
 */
const lastOfFirstChunk = (
  objects: LabelledObject[],
  { namespace, labelSelector }: Selection,
  limit: number,
): LabelledObject | undefined =>
  objects
    .filter(object => namespace === 'all' || object.namespace === namespace)
    .filter(({ shade }) => labelSelector === undefined || shade === 'dark')
    .toSorted((a, b) => a.namespace - b.namespace || (a.name < b.name ? -1 : 1))[limit - 1]

/**
 * Generates one list whose limit is at least the number of objects, often equal, optionally after
 * changes.
 */
export const listWithinLimit = (): Arbitrary<Scenario> =>
  fc
    .record({ role: someRole, names: someNames(1, 6), room: fc.constantFrom(0, 0, 1, 500) })
    .chain(({ role, names, room }) =>
      fc
        .oneof(fc.constant<RequestStep[]>([]), someChanges(role, names, 1, 2))
        .map(changes =>
          scenarioWith(
            ...createAll(role, names),
            ...changes,
            list('page', role, { limit: names.length + createsIn(changes) + room }),
          ),
        ),
    )

const createsIn = (changes: RequestStep[]): number =>
  changes.filter(({ method }) => method === 'POST').length

const limitAround = (count: number): Arbitrary<number> =>
  fc.oneof(
    { weight: 2, arbitrary: fc.integer({ min: 1, max: Math.max(1, Math.ceil(count / 2)) }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(Math.max(1, count - 1), Math.max(1, count), count + 1),
    },
  )
