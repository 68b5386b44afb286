// Types that stand for operations: a permission check, and the eviction of a pod.

import type { Request } from '../../dsl/scenario.ts'
import { named, raw } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { idlePod, pathIn, pods } from '../named-types.ts'

const group: Term = { $group: 'authorization' }
const reviews: Term = { $join: ['/apis/', group, '/v1/subjectaccessreviews'] }

/** The question whether somebody may get an object of the case. */
export const review = (as: string, who: Record<string, Term>): Request =>
  raw(as, 'POST', reviews, {
    body: {
      apiVersion: { $join: [group, '/v1'] },
      kind: 'SubjectAccessReview',
      spec: {
        ...who,
        resourceAttributes: {
          verb: 'get',
          group: { $word: 'group', of: 'main' },
          resource: { $word: 'resource', of: 'main' },
          namespace: { $namespace: 0 },
          name: named('x'),
        },
      },
    },
  })

/** Whom reviews are about; nobody has given this user a right. */
export const asked = { user: 'touchstone' }

/** One question twice (`first`, `second`), and what is kept of it (`kept`). */
export const reviewedTwice: Request[] = [
  review('first', asked),
  review('second', asked),
  raw('kept', 'GET', reviews),
]

const eviction: Term = {
  apiVersion: 'policy/v1',
  kind: 'Eviction',
  metadata: { name: named('x'), namespace: { $namespace: 0 } },
}

/** A pod (`pod`) is evicted (`evicted`) and looked for (`after`), as is the eviction itself. */
export const evictedPod: Request[] = [
  raw('pod', 'POST', pathIn(pods, 0), { body: idlePod('x') }),
  raw('evicted', 'POST', pathIn(pods, 0, named('x'), 'eviction'), { body: eviction }),
  raw('after', 'GET', pathIn(pods, 0, named('x'))),
  raw('pods', 'GET', pathIn(pods, 0)),
  raw('evictions', 'GET', pathIn({ apiVersion: 'policy/v1', resource: 'evictions' }, 0)),
]
