// Objects whose stored form cannot be read any more, and deletes of them.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { RequestStep, Scenario, Step } from '../../dsl/scenario.ts'
import { create, get, caseName, deleteObject, scenarioWith } from '../../dsl/steps.ts'
import { corruptObject } from '../../dsl/write-steps.ts'
import type { Term } from '../../dsl/term.ts'
import { heldByFinalizer } from './finalizers.ts'

const force = 'ignoreStoreReadErrorWithClusterBreakingPotential'

/** A delete by force, with more options or none. */
export const forcedDelete = (as: string, more: Record<string, Term> = {}): RequestStep =>
  deleteObject(as, 'main', caseName('a'), { body: { [force]: true, ...more } })

/** An object that is unreadable, after it could be read (`readable`), held by a finalizer or not. */
export const unreadableObject = (isHeld = false): Step[] => [
  create('object', 'main', 'a', isHeld ? { set: heldByFinalizer } : {}),
  get('readable', 'main', caseName('a')),
  corruptObject('object'),
  get('unreadable', 'main', caseName('a')),
]

/** The options that force stands alone without, each with some value that it may have. */
const others: Arbitrary<Record<string, Term>> = fc.oneof<Arbitrary<Record<string, Term>>[]>(
  fc.constant({ dryRun: ['All'] }),
  fc.nat(60).map(seconds => ({ gracePeriodSeconds: seconds })),
  fc.boolean().map(orphans => ({ orphanDependents: orphans })),
  fc.constant({ preconditions: { resourceVersion: '1' } }),
  fc
    .constantFrom('Orphan', 'Background', 'Foreground')
    .map(policy => ({ propagationPolicy: policy })),
)

/** Deletes by force, alone (`twin forced`) and with something beside it (`faulty`). */
export const forcedDeletesWithOptions = (): Arbitrary<Scenario> =>
  others.map(other =>
    scenarioWith(
      create('twin', 'main', 'b'),
      corruptObject('twin'),
      deleteObject('twin forced', 'main', caseName('b'), { body: { [force]: true } }),
      ...unreadableObject(),
      forcedDelete('faulty', other),
      get('after', 'main', caseName('a')),
      forcedDelete('forced'),
    ),
  )
