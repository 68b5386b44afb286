// Objects whose stored form cannot be read any more, and deletes of them.

import type { Request, Step } from '../scenario.ts'
import { corrupt, create, get, named, remove } from '../steps.ts'
import type { Term } from '../term.ts'
import { held } from './finalizers.ts'

export const force = 'ignoreStoreReadErrorWithClusterBreakingPotential'

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

/** The options that force stands alone without. */
export const others: Record<string, Term> = {
  dryRun: ['All'],
  gracePeriodSeconds: 0,
  orphanDependents: false,
  preconditions: { resourceVersion: '1' },
  propagationPolicy: 'Background',
}
