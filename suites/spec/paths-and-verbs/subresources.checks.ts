// Subresources. The specification does not say which types have which: a target does.

import {
  answersInKind,
  servesEachStatus,
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
    servesEachStatus('A subresource of a cluster-scoped object is served below the object.'),
    { needs: ['feature namespace-status'] },
  ),
  example(
    'PATH-009',
    statusesOfNamesakes,
    servesEachStatus('A subresource of a namespaced object is served below the object.'),
    { needs: ['feature replicasets'] },
  ),
  example('PATH-010', scaleByVerb, answersInKind('Scale', 'get', 'update', 'patch'), {
    needs: ['feature replicasets'],
  }),
]
