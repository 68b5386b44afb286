// Applies at places of their own: types that stand for operations, and types that no role stands
// for.

import type { Request } from '../scenario.ts'
import { named } from '../steps.ts'
import type { Term } from '../term.ts'
import { applyAt } from '../write-steps.ts'
import { applied, naming } from './apply.ts'
import { asked, review } from './virtual-types.ts'

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
