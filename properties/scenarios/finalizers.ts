// Objects that finalizers hold.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../fixtures/objects/probe-types.ts'
import type { Identity, Scenario } from '../scenario.ts'
import { change, create, get, named, steps } from '../steps.ts'
import { finalizer } from './lives.ts'

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
