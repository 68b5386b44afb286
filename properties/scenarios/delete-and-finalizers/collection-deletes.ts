// Builds deletions of a collection in one request, with another collection of the same type.

import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { Step } from '../../dsl/scenario.ts'
import { caseName, create, get, list, waitLonger, awaitEventCount } from '../../dsl/steps.ts'
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

const labelled = (label: string, name: string, shade: string): Step =>
  create(label, 'core', name, { set: { '/metadata/labels/shade': caseName(shade) } })

/** The deletion of one object of a collection by its name (`deleted`), with a list of the rest. */
export const deleteNamedObject: Step[] = [
  labelled('dark one', 'a', 'dark'),
  labelled('dark two', 'b', 'dark'),
  labelled('light', 'c', 'light'),
  list('kept', 'core'),
  deleteCollection('deleted', 'core', {
    query: { fieldSelector: { $join: ['metadata.name=', caseName('a')] } },
  }),
  { poll: get('a goes', 'core', caseName('a')), status: 404 },
  list('after', 'core'),
]

/**
 * A dry run of the deletion of a collection (`tried`) and a list after it (`kept`), and then the
 * deletion of the dark objects of that collection (`deleted`), with a list of the rest (`after`).
 */
export const deleteSelectedObjects: Step[] = [
  labelled('dark one', 'a', 'dark'),
  labelled('dark two', 'b', 'dark'),
  labelled('light', 'c', 'light'),
  deleteCollection('tried', 'core', { query: { dryRun: 'All' } }),
  list('kept', 'core'),
  deleteCollection('deleted', 'core', {
    query: { labelSelector: { $join: ['shade=', caseName('dark')] } },
  }),
  // A server may delete them after its response.
  ...['a', 'b'].map(
    (name): Step => ({ poll: get(`${name} goes`, 'core', caseName(name)), status: 404 }),
  ),
  list('after', 'core'),
]
