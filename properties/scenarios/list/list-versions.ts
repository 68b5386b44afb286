// Generates lists, and lists at exactly the version of an earlier list.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Scenario } from '../../dsl/scenario.ts'
import { list, scenarioWith, versionFrom } from '../../dsl/steps.ts'
import type { ListStepOptions } from '../../dsl/steps.ts'
import {
  createLabelled,
  deleteLabelled,
  objectStepLabel,
  someObjects,
  someRole,
  someScope,
  someWrites,
} from '../labelled-objects.ts'

/**
 * Generates a list without a version, at 0, or "not older than" a write before the newest (`seen`),
 * and after further writes a list at exactly the version of the first list (`exact`).
 */
export const listThenItsVersion = (): Arbitrary<Scenario> =>
  fc
    .record({ role: someRole, objects: someObjects(3, 4), scope: someScope })
    .chain(({ role, objects, scope }) => {
      const [kept, ...others] = objects
      const notOlder = {
        match: 'NotOlderThan',
        ...(kept ? { resourceVersion: versionFrom(objectStepLabel(kept)) } : {}),
      }
      return fc
        .tuple(
          fc.constantFrom<ListStepOptions>({}, { resourceVersion: '0' }, notOlder, notOlder),
          someWrites({ role, objects: others, fresh: 'bb' }, 1, 3),
          someWrites({ role, objects: others, fresh: 'cc' }, 1, 3),
        )
        .map(([options, earlier, later]) =>
          scenarioWith(
            ...objects.map(object => createLabelled(role, object)),
            ...earlier,
            list('seen', role, { ...scope, ...options }),
            ...later,
            list('exact', role, { ...scope, match: 'Exact', resourceVersion: versionFrom('seen') }),
          ),
        )
    })

/**
 * Generates a most recent list after each write, until all objects are deleted. It covers one
 * namespace, because writes of other clients elsewhere could hide a version that decreases.
 */
export const listsUntilEmpty = (): Arbitrary<Scenario> =>
  fc
    .record({ role: someRole, objects: someObjects(2, 3) })
    .chain(({ role, objects }) =>
      someWrites({ role, objects, fresh: 'f' }, 1, 2).map(writes =>
        scenarioWith(
          ...objects.map(object => createLabelled(role, object)),
          ...[
            ...writes,
            ...objects.toReversed().map(object => deleteLabelled(role, object)),
          ].flatMap((write, index) => [list(`list ${index}`, role), write]),
          list('list last', role),
        ),
      ),
    )
