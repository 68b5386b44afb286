// Builds objects whose stored data is unreadable, and deletes of them.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { RequestStep, Scenario, Step } from '../../dsl/scenario.ts'
import { create, get, caseName, deleteObject, scenarioWith } from '../../dsl/steps.ts'
import { corruptObject } from '../../dsl/write-steps.ts'
import type { Term } from '../../dsl/term.ts'
import { heldByFinalizer } from './finalizers.ts'

const force = 'ignoreStoreReadErrorWithClusterBreakingPotential'

/** A forced delete, with more options or none. */
export const forcedDelete = (as: string, more: Record<string, Term> = {}): RequestStep =>
  deleteObject(as, 'main', caseName('a'), { body: { [force]: true, ...more } })

/**
 * An object that becomes unreadable after a successful get (`readable`), optionally with a
 * finalizer.
 */
export const unreadableObject = (isHeld = false): Step[] => [
  create('object', 'main', 'a', isHeld ? { set: heldByFinalizer } : {}),
  get('readable', 'main', caseName('a')),
  corruptObject('object'),
  get('unreadable', 'main', caseName('a')),
]

/** The options that cannot be combined with force, each with a valid value. */
const others: Arbitrary<Record<string, Term>> = fc.oneof<Arbitrary<Record<string, Term>>[]>(
  fc.constant({ dryRun: ['All'] }),
  fc.nat(60).map(seconds => ({ gracePeriodSeconds: seconds })),
  fc.boolean().map(orphans => ({ orphanDependents: orphans })),
  fc.constant({ preconditions: { resourceVersion: '1' } }),
  fc
    .constantFrom('Orphan', 'Background', 'Foreground')
    .map(policy => ({ propagationPolicy: policy })),
)

/** Generates forced deletes, alone (`twin forced`) and with another option (`faulty`). */
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
