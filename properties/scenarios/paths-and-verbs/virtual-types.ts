// Builds requests to types that represent operations: a permission check, and the eviction of a
// pod.

import type { RequestStep } from '../../dsl/scenario.ts'
import { caseName, rawRequest } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { idlePod, typePath, pods } from '../named-types.ts'

const group: Term = { $group: 'authorization' }
const reviews: Term = { $join: ['/apis/', group, '/v1/subjectaccessreviews'] }

/** A review of whether a user may get an object of the case. */
export const createReview = (as: string, who: Record<string, Term>): RequestStep =>
  rawRequest(as, 'POST', reviews, {
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
          name: caseName('x'),
        },
      },
    },
  })

/** The user of reviews, who has no permissions. */
export const reviewedUser = { user: 'touchstone' }

/** One review twice (`first`, `second`), and a list of stored reviews (`kept`). */
export const repeatedReview: RequestStep[] = [
  createReview('first', reviewedUser),
  createReview('second', reviewedUser),
  rawRequest('kept', 'GET', reviews),
]

const eviction: Term = {
  apiVersion: 'policy/v1',
  kind: 'Eviction',
  metadata: { name: caseName('x'), namespace: { $namespace: 0 } },
}

/** Evicts a pod (`pod`, `evicted`), and looks for the pod (`after`) and for a stored eviction. */
export const podEviction: RequestStep[] = [
  rawRequest('pod', 'POST', typePath(pods, 0), { body: idlePod('x') }),
  rawRequest('evicted', 'POST', typePath(pods, 0, caseName('x'), 'eviction'), { body: eviction }),
  rawRequest('after', 'GET', typePath(pods, 0, caseName('x'))),
  rawRequest('pods', 'GET', typePath(pods, 0)),
  rawRequest('evictions', 'GET', typePath({ apiVersion: 'policy/v1', resource: 'evictions' }, 0)),
]
