// Applies where not everybody may make them: of types that stand for operations, and by who may
// only patch, or only create.

import type { Identity, Request } from '../../dsl/scenario.ts'
import { get, named } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { apply, applyAt } from '../../dsl/write-steps.ts'
import { applied, look, naming } from './apply.ts'
import { asked, review } from '../paths-and-verbs/virtual-types.ts'

/** An apply (`twin`), and one of a permission check, to its type and under a name. */
export const virtualApplies: Request[] = [
  applied('twin', 'main', 'm', naming('main', {})),
  review('review', asked),
  ...['applied', 'applied by name'].map(as => {
    const { to, body } = review(as, asked)
    const path = 'path' in to ? to.path : ''
    const by: Term = as === 'applied' ? path : { $join: [path, '/', named('x')] }
    return applyAt(as, { path: by }, { body, manager: named('m') })
  }),
]

const withAnnotation = (as: string, logical: string, who: Identity): Request => ({
  ...apply(as, 'main', named(logical), {
    body: naming('main', { annotations: { [who]: 'set' } }, logical),
    manager: named(who),
  }),
  who,
})

/**
 * Applies of what is there (`x`) and of what is not (`y`), by who may do either (`twin`), by who
 * may only patch (`patch`, `absent`), and by who may only create (`create`).
 */
export const appliedByRights: Request[] = [
  withAnnotation('twin', 'x', 'admin'),
  withAnnotation('patch', 'x', 'only-patch'),
  look('before', 'main'),
  withAnnotation('create', 'x', 'only-create'),
  look('after', 'main'),
  withAnnotation('absent', 'y', 'only-patch'),
  get('nothing', 'main', named('y')),
]

/** An apply of what is not there by who may only create, and by who may do all (`twin`). */
export const createdByRights: Request[] = [
  withAnnotation('twin', 'x', 'admin'),
  withAnnotation('only patch', 'y', 'only-patch'),
  withAnnotation('only create', 'y', 'only-create'),
  get('nothing', 'main', named('y')),
]
