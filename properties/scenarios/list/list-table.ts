// The cells of the list table as data: what a list with those parameters looks like, in a
// collection that changes before and after the version it asks for.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/probe-types.ts'
import type { Request, Scenario } from '../../dsl/scenario.ts'
import { create, list, steps, tokenOf, versionOf } from '../../dsl/steps.ts'
import type { ListOptions } from '../../dsl/steps.ts'
import {
  changed,
  created,
  someObject,
  someObjects,
  someRole,
  someScope,
  someWrites,
} from '../spread.ts'
import type { Scope, Spread } from '../spread.ts'

export type Cell = {
  match: 'unset' | 'Exact' | 'NotOlderThan'
  paging: 'no limit' | 'limit' | 'continue'
  version: 'unset' | 'zero' | 'other'
}

/**
 * A list as the cell says, labelled `list`. It follows some changes, a step `then` that gives the
 * version or the token (a list, a create or an update), and further changes.
 */
export const listInChanges = (cell: Cell): Arbitrary<Scenario> =>
  fc
    .record({
      role: someRole,
      objects: cell.paging === 'continue' ? moreThanAChunk : someObjects(3, 5),
      // Others' objects, which stand in the list of all namespaces, must not use up a limit.
      scope: cell.paging === 'no limit' ? someScope : fc.constant<Scope>({ namespace: 0 }),
      limit: cell.paging === 'continue' ? fc.constantFrom(1, 2) : fc.integer({ min: 1, max: 7 }),
    })
    .chain(({ role, objects, scope, limit }) => {
      const [kept, ...others] = objects
      const chunk = list('then', role, { ...scope, limit })
      const then =
        cell.paging === 'continue' ? fc.constant(chunk) : oneGivingAVersion(role, scope, kept)
      return fc
        .tuple(
          someWrites({ role, objects: others, fresh: 'bb' }, 0, 2),
          then,
          someWrites({ role, objects: others, fresh: 'cc' }, 1, 3),
        )
        .map(([earlier, giving, later]) =>
          steps(
            ...objects.map(object => created(role, object)),
            ...earlier,
            giving,
            ...later,
            list('list', role, { ...scope, ...optionsOf(cell, limit) }),
          ),
        )
    })

/** Enough objects in one namespace that two deletes leave more than a chunk of two. */
const moreThanAChunk = someObjects(5, 6).map(objects =>
  objects.map(object => ({ ...object, namespace: 0 })),
)

/** A list as the cell says, and its `twin` as another cell says, in a small collection. */
export const listBeside = (cell: Cell, twin: Cell): Request[] => [
  ...['a', 'b', 'c'].map(name => create(`object-${name}`, 'main', name)),
  list('then', 'main', cell.paging === 'continue' ? { limit: 1 } : {}),
  list('list', 'main', optionsOf(cell, 2)),
  list('twin', 'main', optionsOf(twin, 2)),
]

/** The query of a cell; its version or token is what the step `then` gave. */
function optionsOf({ match, paging, version }: Cell, limit: number): ListOptions {
  return {
    ...(match === 'unset' ? {} : { match }),
    ...(paging === 'no limit' ? {} : { limit }),
    ...(paging === 'continue' ? { continue: tokenOf('then') } : {}),
    ...(version === 'zero' ? { resourceVersion: '0' } : {}),
    ...(version === 'other' ? { resourceVersion: versionOf('then') } : {}),
  }
}

function oneGivingAVersion(
  role: Role,
  { namespace = 0 }: Scope,
  kept: Spread | undefined,
): Arbitrary<Request> {
  return fc.oneof(
    fc.constant(list('then', role, { namespace })),
    someObject('then').map(object => created(role, object, 'then')),
    ...(kept ? [fc.constant(changed(role, kept, { text: 'then', label: 'then' }))] : []),
  )
}
