// Checks subresources. The specification does not define which types have which subresources, so a
// target declares them.

import {
  subresourceAnswersInKind,
  eachStatusIsServed,
} from '../../../properties/laws/paths-and-verbs/subresources.ts'
import {
  scaleByVerb,
  statusesOfNamesakes,
  statusesOfNamespaces,
} from '../../../properties/scenarios/paths-and-verbs/subresources.ts'
import { example } from '../../check.ts'

export default [
  example(
    'PATH-008',
    statusesOfNamespaces,
    eachStatusIsServed('A subresource of a cluster-scoped object is served below the object.'),
    { needs: ['feature namespace-status'] },
  ),
  example(
    'PATH-009',
    statusesOfNamesakes,
    eachStatusIsServed('A subresource of a namespaced object is served below the object.'),
    { needs: ['feature replicasets'] },
  ),
  example('PATH-010', scaleByVerb, subresourceAnswersInKind('Scale', 'get', 'update', 'patch'), {
    needs: ['feature replicasets'],
  }),
]
