// Generates lists for the cells of the list table, in a collection that changes before and after
// the requested version.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { RequestStep, Scenario } from '../../dsl/scenario.ts'
import { create, list, scenarioWith, tokenFrom, versionFrom } from '../../dsl/steps.ts'
import type { ListStepOptions } from '../../dsl/steps.ts'
import {
  updateLabelled,
  createLabelled,
  deleteLabelled,
  someObject,
  someObjects,
  someRole,
  someScope,
  someWrites,
} from '../labelled-objects.ts'
import type { ListScope, LabelledObject } from '../labelled-objects.ts'

export type ListTableCell = {
  match: 'unset' | 'Exact' | 'NotOlderThan'
  paging: 'no limit' | 'limit' | 'continue'
  version: 'unset' | 'zero' | 'other'
}

/**
 * Generates a list with the options of a cell (`list`). It follows some changes, a step `then` that
 * issues the version or the token (a list, a create or an update), and further changes.
 */
export const listInChanges = (cell: ListTableCell): Arbitrary<Scenario> =>
  fc
    .record({
      role: someRole,
      objects: cell.paging === 'continue' ? moreThanAChunk : someObjects(3, 5),
      // Objects of other cases, which a list of all namespaces contains, must not use up a limit.
      scope: cell.paging === 'no limit' ? someScope : fc.constant<ListScope>({ namespace: 0 }),
      limit: cell.paging === 'continue' ? fc.constantFrom(1, 2) : fc.integer({ min: 1, max: 7 }),
    })
    .chain(({ role, objects, scope, limit }) => {
      const [kept, ...others] = objects
      const chunk = list('then', role, { ...scope, limit })
      const isContinued = cell.paging === 'continue'
      const then = isContinued ? fc.constant(chunk) : oneGivingAVersion(role, scope, kept)
      const thenChanges = fc
        .tuple(then, someWrites({ role, objects: others, fresh: 'cc' }, 1, 3))
        .map(([giving, later]) => [giving, ...later])
      return fc
        .tuple(
          someWrites({ role, objects: others, fresh: 'bb' }, 0, 2),
          isContinued
            ? thenChanges
            : fc.oneof(
                { weight: 3, arbitrary: thenChanges },
                { weight: 1, arbitrary: createdThenDeleted(role) },
              ),
        )
        .map(([earlier, changes]) =>
          scenarioWith(
            ...objects.map(object => createLabelled(role, object)),
            ...earlier,
            ...changes,
            list('list', role, { ...scope, ...optionsOf(cell, limit) }),
          ),
        )
    })

/** Enough objects in one namespace that more than a chunk of two remains after two deletes. */
const moreThanAChunk = someObjects(5, 6).map(objects =>
  objects.map(object => ({ ...object, namespace: 0 })),
)

/**
 * A list with the options of a cell, and its `twin` with those of another cell, in a small
 * collection.
 */
export const listWithControl = (cell: ListTableCell, twin: ListTableCell): RequestStep[] => [
  ...['a', 'b', 'c'].map(name => create(`object-${name}`, 'main', name)),
  list('then', 'main', cell.paging === 'continue' ? { limit: 1 } : {}),
  list('list', 'main', optionsOf(cell, 2)),
  list('twin', 'main', optionsOf(twin, 2)),
]

/** Returns the options of a cell. The step `then` issues the version or token. */
function optionsOf({ match, paging, version }: ListTableCell, limit: number): ListStepOptions {
  return {
    ...(match === 'unset' ? {} : { match }),
    ...(paging === 'no limit' ? {} : { limit }),
    ...(paging === 'continue' ? { continue: tokenFrom('then') } : {}),
    ...(version === 'zero' ? { resourceVersion: '0' } : {}),
    ...(version === 'other' ? { resourceVersion: versionFrom('then') } : {}),
  }
}

/**
 * The newest object, which gives the version, and its deletion. No object that remains has that
 * version or a later one, but the collection does.
 */
const createdThenDeleted = (role: Role): Arbitrary<RequestStep[]> =>
  someObject('then').map(object => [
    createLabelled(role, object, 'then'),
    deleteLabelled(role, object),
  ])

function oneGivingAVersion(
  role: Role,
  { namespace = 0 }: ListScope,
  kept: LabelledObject | undefined,
): Arbitrary<RequestStep> {
  return fc.oneof(
    fc.constant(list('then', role, { namespace })),
    someObject('then').map(object => createLabelled(role, object, 'then')),
    ...(kept ? [fc.constant(updateLabelled(role, kept, { text: 'then', label: 'then' }))] : []),
  )
}
