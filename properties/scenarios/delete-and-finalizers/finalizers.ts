// Objects that finalizers hold.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/probe-types.ts'
import type { Identity, Request, Scenario } from '../../dsl/scenario.ts'
import { change, create, get, named, remove, steps } from '../../dsl/steps.ts'
import { finalizer } from '../lives.ts'

const words = ['a', 'b', 'c', 'd'].map(finalizer)

/**
 * An object with two to four finalizers (label `object`) that its creator, or somebody who may only
 * update, puts into another order (`put`, `read`).
 */
export const reorderedFinalizers = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: fc.constantFrom<Role>('main', 'core', 'cluster'),
      who: fc.constantFrom<Identity>('admin', 'only-update'),
      orders: twoOrders,
    })
    .map(({ role, who, orders: [first, second] }) =>
      steps(
        create('object', role, 'x', { set: { '/metadata/finalizers': first } }),
        change('put', role, 'object', { '/metadata/finalizers': second }, { who }),
        get('read', role, named('x')),
      ),
    )

const twoOrders = fc
  .shuffledSubarray(words, { minLength: 2 })
  .chain(first =>
    fc.tuple(fc.constant(first), fc.shuffledSubarray(first, { minLength: first.length })),
  )
  .filter(([first, second]) => first.join() !== second.join())

/** What a create sets so that its object stays when it is deleted. */
export const held = { '/metadata/finalizers': [finalizer('held')] }

/** An object (label `object`) that is deleted (`deleted`) and held by its finalizer (`held`). */
export const finalizing = (role: Role): Request[] => [
  create('object', role, 'x', { set: held }),
  remove('deleted', role, named('x')),
  get('held', role, named('x')),
]

/** An update (label `revived`) that leaves out what the deletion has set. */
export const revival: Request[] = [
  ...finalizing('core'),
  change('kept', 'core', 'held', { '/metadata/annotations': { a: 'b' } }),
  change(
    'revived',
    'core',
    'kept',
    { '/metadata/annotations': { a: 'c' } },
    { drop: ['/metadata/deletionTimestamp', '/metadata/deletionGracePeriodSeconds'] },
  ),
  get('after', 'core', named('x')),
]

/** An update (label `joined`) that adds a finalizer when it is too late. */
export const lateFinalizer: Request[] = [
  ...finalizing('core'),
  change('twin', 'core', 'held', { '/metadata/annotations': { a: 'b' } }),
  change('joined', 'core', 'twin', {
    '/metadata/finalizers': [finalizer('held'), finalizer('late')],
  }),
]
