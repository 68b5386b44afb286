// Checks how genuine servers treat deletes with preconditions that are not met or with dryRun in
// the body, and deletes of collections. The specification is silent on them.

import {
  collectionDryRunDeletesNothing,
  fieldSelectorLimitsDeletion,
  labelSelectorLimitsDeletion,
} from '../../../properties/laws/delete-and-finalizers/collection-deletes.ts'
import {
  deleteNamedObject,
  deleteSelectedObjects,
} from '../../../properties/scenarios/delete-and-finalizers/collection-deletes.ts'
import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { dryRunInBodyDeletesNothing } from '../../../properties/laws/delete-and-finalizers/delete-options.ts'
import {
  missingObjectIsNotFound,
  unmetPreconditionsDeleteNothing,
} from '../../../properties/laws/delete-and-finalizers/delete-preconditions.ts'
import { firstOf } from '../../../properties/dsl/fallback.ts'
import type { Scenario } from '../../../properties/dsl/scenario.ts'
import {
  deletesWithDryRunInBody,
  deleteWithBody,
} from '../../../properties/scenarios/delete-and-finalizers/delete-options.ts'
import { someWritableRole, writableRoles } from '../../../properties/scenarios/updates.ts'
import {
  create,
  get,
  caseName,
  fromAnswer,
  scenarioWith,
  versionFrom,
} from '../../../properties/dsl/steps.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import { example, property } from '../../check.ts'

const strangeUid = '11111111-2222-4333-8444-555555555555'

const unmet: Record<string, Term>[] = [
  { uid: strangeUid },
  { uid: fromAnswer('other', '/metadata/uid') },
  { resourceVersion: versionFrom('other') },
  { uid: fromAnswer('object', '/metadata/uid'), resourceVersion: versionFrom('other') },
]

/**
 * Generates a delete whose preconditions are not met (`fault`), and one whose preconditions are met
 * (`twin`).
 */
const deletes = (): Arbitrary<Scenario> =>
  fc
    .record({ role: someWritableRole, preconditions: fc.constantFrom(...unmet) })
    .map(({ role, preconditions }) =>
      scenarioWith(
        create('object', role, 'x'),
        create('other', role, 'y'),
        deleteWithBody('fault', role, 'x', { preconditions }),
        get('after', role, caseName('x')),
        deleteWithBody('twin', role, 'y', {
          preconditions: firstOf(
            { uid: fromAnswer('other', '/metadata/uid') },
            { resourceVersion: versionFrom('other') },
          ),
        }),
      ),
    )

/** Deletes of a missing object (`missing …`) with the uid or the version of another one. */
const deletesOfMissing = writableRoles.flatMap(role => [
  create(`object ${role}`, role, 'x'),
  ...(
    [
      ['uid', { uid: strangeUid }],
      ['version', { resourceVersion: versionFrom(`object ${role}`) }],
      ['both', { uid: strangeUid, resourceVersion: versionFrom(`object ${role}`) }],
    ] as const
  ).map(([of, preconditions]) =>
    deleteWithBody(`missing ${of} ${role}`, role, 'y', { preconditions }),
  ),
])

export default [
  property('K8S-DEL-015', deletes(), unmetPreconditionsDeleteNothing),
  example(
    'K8S-DEL-016',
    writableRoles.flatMap(deletesWithDryRunInBody),
    dryRunInBodyDeletesNothing,
  ),
  example('K8S-DEL-017', deleteSelectedObjects, collectionDryRunDeletesNothing, {
    needs: ['feature deletecollection'],
  }),
  example('K8S-DEL-018', deleteSelectedObjects, labelSelectorLimitsDeletion, {
    needs: ['feature deletecollection', 'feature labelSelector'],
  }),
  example('K8S-DEL-019', deleteNamedObject, fieldSelectorLimitsDeletion, {
    needs: ['feature deletecollection', 'feature fieldSelector'],
  }),
  example('K8S-DEL-020', deletesOfMissing, missingObjectIsNotFound),
]
