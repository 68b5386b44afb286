// Builds deletions of a collection in one request, with another collection of the same type.

import type { Role } from '../../../fixtures/objects/probe-types.ts'
import type { Step } from '../../dsl/scenario.ts'
import { create, list, waitLonger, awaitEventCount } from '../../dsl/steps.ts'
import { deleteCollection } from '../../dsl/write-steps.ts'
import { watchDeletion } from './deletions.ts'
import { heldByFinalizer } from './finalizers.ts'

/**
 * Creates objects with these labels, those that begin with `held` with a finalizer, deletes their
 * collection (`all deleted`) and lists it (`after`) after an event for each object. An object in
 * another namespace (`bystander`) is listed, too (`elsewhere`).
 */
export const deleteCollectionSteps = (role: Role, labels: string[]): Step[] => [
  ...labels.map((label, index) =>
    create(label, role, `o${index}`, label.startsWith('held') ? { set: heldByFinalizer } : {}),
  ),
  create('bystander', role, 'o0', { namespace: 1 }),
  ...watchDeletion(role),
  deleteCollection('all deleted', role),
  waitLonger(awaitEventCount('watch', labels.length)),
  list('after', role),
  list('elsewhere', role, { namespace: 1 }),
]
