// Builds requests to subresources.

import type { RequestStep } from '../../dsl/scenario.ts'
import { get, caseName, rawRequest, fromAnswer } from '../../dsl/steps.ts'
import { patchMediaTypes } from '../../dsl/write-steps.ts'
import { emptyReplicaSet, typePath, replicaSets } from '../named-types.ts'

/** Reads two namespaces (`object N`) and their status (`status N`). */
export const statusesOfNamespaces: RequestStep[] = [0, 1].flatMap((namespace): RequestStep[] => {
  const name = { $namespace: namespace }
  const status = { role: 'namespaces' as const, name, subresource: 'status' }
  return [
    get(`object ${namespace}`, 'namespaces', name),
    { as: `status ${namespace}`, method: 'GET', to: status },
  ]
})

/** Two replica sets with one name in two namespaces (`object N`), and their status (`status N`). */
export const statusesOfNamesakes: RequestStep[] = [
  ...[0, 1].map(namespace =>
    rawRequest(`object ${namespace}`, 'POST', typePath(replicaSets, namespace), {
      body: emptyReplicaSet('x'),
    }),
  ),
  ...[0, 1].map(namespace =>
    rawRequest(
      `status ${namespace}`,
      'GET',
      typePath(replicaSets, namespace, caseName('x'), 'status'),
    ),
  ),
]

const scale = typePath(replicaSets, 0, caseName('x'), 'scale')

/** Requests to the scale of a replica set (`object`), by its verbs (`get`, `update`, `patch`). */
export const scaleByVerb: RequestStep[] = [
  rawRequest('object', 'POST', typePath(replicaSets, 0), { body: emptyReplicaSet('x') }),
  rawRequest('get', 'GET', scale),
  rawRequest('update', 'PUT', scale, { body: fromAnswer('get', '') }),
  rawRequest('patch', 'PATCH', scale, {
    body: { spec: { replicas: 0 } },
    headers: { 'content-type': patchMediaTypes.merge },
  }),
]
