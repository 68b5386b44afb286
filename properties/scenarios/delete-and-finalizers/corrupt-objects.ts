// Objects whose stored form cannot be read any more, and deletes of them.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Request, Scenario, Step } from '../../dsl/scenario.ts'
import { create, get, named, remove, steps } from '../../dsl/steps.ts'
import { corrupt } from '../../dsl/write-steps.ts'
import type { Term } from '../../dsl/term.ts'
import { held } from './finalizers.ts'

const force = 'ignoreStoreReadErrorWithClusterBreakingPotential'

/** A delete by force, with more options or none. */
export const forced = (as: string, more: Record<string, Term> = {}): Request =>
  remove(as, 'main', named('a'), { body: { [force]: true, ...more } })

/** An object that is unreadable, after it could be read (`readable`), held by a finalizer or not. */
export const unreadable = (isHeld = false): Step[] => [
  create('object', 'main', 'a', isHeld ? { set: held } : {}),
  get('readable', 'main', named('a')),
  corrupt('object'),
  get('unreadable', 'main', named('a')),
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
export const forcedBesideOthers = (): Arbitrary<Scenario> =>
  others.map(other =>
    steps(
      create('twin', 'main', 'b'),
      corrupt('twin'),
      remove('twin forced', 'main', named('b'), { body: { [force]: true } }),
      ...unreadable(),
      forced('faulty', other),
      get('after', 'main', named('a')),
      forced('forced'),
    ),
  )
