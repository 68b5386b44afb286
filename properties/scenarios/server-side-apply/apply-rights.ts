// Applies where not everybody may make them: of types that stand for operations, and by who may
// only patch, or only create.

import type { Identity, RequestStep } from '../../dsl/scenario.ts'
import { get, caseName } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { apply, applyAt } from '../../dsl/write-steps.ts'
import { applyStep, readBack, partialBody } from './apply.ts'
import { reviewedUser, createReview } from '../paths-and-verbs/virtual-types.ts'

/** An apply (`twin`), and one of a permission check, to its type and under a name. */
export const virtualApplies: RequestStep[] = [
  applyStep('twin', 'main', 'm', partialBody('main', {})),
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
    body: partialBody('main', { annotations: { [who]: 'set' } }, logical),
    manager: caseName(who),
  }),
  who,
})

/**
 * Applies of what is there (`x`) and of what is not (`y`), by who may do either (`twin`), by who
 * may only patch (`patch`, `absent`), and by who may only create (`create`).
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

/** An apply of what is not there by who may only create, and by who may do all (`twin`). */
export const createsByRights: RequestStep[] = [
  withAnnotation('twin', 'x', 'admin'),
  withAnnotation('only patch', 'y', 'only-patch'),
  withAnnotation('only create', 'y', 'only-create'),
  get('nothing', 'main', caseName('y')),
]
