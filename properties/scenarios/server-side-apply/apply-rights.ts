// Builds applies with restricted permissions: of types that represent operations, and by clients
// that may only patch or only create.

import type { Identity, RequestStep } from '../../dsl/scenario.ts'
import { get, caseName } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { apply, applyAt } from '../../dsl/write-steps.ts'
import { applyStep, readBack, wholeBody } from './apply.ts'
import { reviewedUser, createReview } from '../paths-and-verbs/virtual-types.ts'

/** A valid apply (`twin`), and applies of a permission check, to its collection and to a name. */
export const virtualApplies: RequestStep[] = [
  applyStep('twin', 'main', 'm', wholeBody('main', 'one')),
  createReview('review', reviewedUser),
  ...['applied', 'applied by name'].map(as => {
    const { to, body } = createReview(as, reviewedUser)
    const path = 'path' in to ? to.path : ''
    const by: Term = as === 'applied' ? path : { $join: [path, '/', caseName('x')] }
    return applyAt(as, { path: by }, { body, manager: caseName('m') })
  }),
]

const withAnnotation = (as: string, logical: string, who: Identity): RequestStep => ({
  ...apply(as, 'main', caseName(logical), {
    body: wholeBody('main', 'one', { annotations: { [who]: 'set' } }, logical),
    manager: caseName(who),
  }),
  who,
})

/**
 * Applies of an existing (`x`) and a missing object (`y`), by a client that may do both (`twin`),
 * by one that may only patch (`patch`, `absent`), and by one that may only create (`create`).
 */
export const appliesByRights: RequestStep[] = [
  withAnnotation('twin', 'x', 'admin'),
  withAnnotation('patch', 'x', 'only-patch'),
  readBack('before', 'main'),
  withAnnotation('create', 'x', 'only-create'),
  readBack('after', 'main'),
  withAnnotation('absent', 'y', 'only-patch'),
  get('nothing', 'main', caseName('y')),
]

/**
 * Applies of a missing object by clients that may only patch or only create, and by the
 * administrator (`twin`).
 */
export const createsByRights: RequestStep[] = [
  withAnnotation('twin', 'x', 'admin'),
  withAnnotation('only patch', 'y', 'only-patch'),
  withAnnotation('only create', 'y', 'only-create'),
  get('nothing', 'main', caseName('y')),
]
