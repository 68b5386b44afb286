// Paths below that of one object.

import type { Request } from '../../dsl/scenario.ts'
import { get, named, raw, seen } from '../../dsl/steps.ts'
import { patchTypes } from '../../dsl/write-steps.ts'
import { emptyReplicaSet, pathIn, replicaSets } from '../named-types.ts'

/** Each of two namespaces is read (`object N`), and its status (`status N`). */
export const statusesOfNamespaces: Request[] = [0, 1].flatMap((namespace): Request[] => {
  const name = { $namespace: namespace }
  const status = { role: 'namespaces' as const, name, subresource: 'status' }
  return [
    get(`object ${namespace}`, 'namespaces', name),
    { as: `status ${namespace}`, method: 'GET', to: status },
  ]
})

/** Two replica sets of one name in two namespaces (`object N`), and their status (`status N`). */
export const statusesOfNamesakes: Request[] = [
  ...[0, 1].map(namespace =>
    raw(`object ${namespace}`, 'POST', pathIn(replicaSets, namespace), {
      body: emptyReplicaSet('x'),
    }),
  ),
  ...[0, 1].map(namespace =>
    raw(`status ${namespace}`, 'GET', pathIn(replicaSets, namespace, named('x'), 'status')),
  ),
]

const scale = pathIn(replicaSets, 0, named('x'), 'scale')

/** The scale of a replica set (`object`), by the verbs that it has (`get`, `update`, `patch`). */
export const scaleByVerb: Request[] = [
  raw('object', 'POST', pathIn(replicaSets, 0), { body: emptyReplicaSet('x') }),
  raw('get', 'GET', scale),
  raw('update', 'PUT', scale, { body: seen('get', '') }),
  raw('patch', 'PATCH', scale, {
    body: { spec: { replicas: 0 } },
    headers: { 'content-type': patchTypes.merge },
  }),
]
