// Builds objects with finalizers.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { Identity, RequestStep, Scenario } from '../../dsl/scenario.ts'
import { updateFrom, create, get, caseName, deleteObject, scenarioWith } from '../../dsl/steps.ts'
import { finalizerName } from '../object-lifecycles.ts'

const words = ['a', 'b', 'c', 'd'].map(finalizerName)

/**
 * Generates an object with two to four finalizers (`object`) that its creator, or a client that may
 * only update, reorders (`put`, `read`).
 */
export const reorderedFinalizers = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: fc.constantFrom<Role>('main', 'core', 'cluster'),
      who: fc.constantFrom<Identity>('admin', 'only-update'),
      orders: twoOrders,
    })
    .map(({ role, who, orders: [first, second] }) =>
      scenarioWith(
        create('object', role, 'x', { set: { '/metadata/finalizers': first } }),
        updateFrom('put', role, 'object', { '/metadata/finalizers': second }, { who }),
        get('read', role, caseName('x')),
      ),
    )

const twoOrders = fc
  .shuffledSubarray(words, { minLength: 2 })
  .chain(first =>
    fc.tuple(fc.constant(first), fc.shuffledSubarray(first, { minLength: first.length })),
  )
  .filter(([first, second]) => first.join() !== second.join())

/** The metadata of an object that stays when it is deleted. */
export const heldByFinalizer = { '/metadata/finalizers': [finalizerName('held')] }

/** An object (`object`) that is deleted (`deleted`) and has a finalizer (`held`). */
export const deleteHeldObject = (role: Role): RequestStep[] => [
  create('object', role, 'x', { set: heldByFinalizer }),
  deleteObject('deleted', role, caseName('x')),
  get('held', role, caseName('x')),
]

/** An update (`revived`) that omits the fields that the deletion has set. */
export const undoDeletion: RequestStep[] = [
  ...deleteHeldObject('core'),
  updateFrom('kept', 'core', 'held', { '/metadata/annotations': { a: 'b' } }),
  updateFrom(
    'revived',
    'core',
    'kept',
    { '/metadata/annotations': { a: 'c' } },
    { drop: ['/metadata/deletionTimestamp', '/metadata/deletionGracePeriodSeconds'] },
  ),
  get('after', 'core', caseName('x')),
]

/** An update (`joined`) that adds a finalizer after the delete. */
export const addFinalizerLate: RequestStep[] = [
  ...deleteHeldObject('core'),
  updateFrom('twin', 'core', 'held', { '/metadata/annotations': { a: 'b' } }),
  updateFrom('joined', 'core', 'twin', {
    '/metadata/finalizers': [finalizerName('held'), finalizerName('late')],
  }),
]
