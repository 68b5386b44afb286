// Types that no role stands for: a target says by a feature that it serves them, and paths name
// them. A case is given their objects in its namespaces only.

import { editTerm, sampleTerm } from '../dsl/steps.ts'
import type { Term } from '../dsl/term.ts'

/** A namespaced type, as paths and bodies name it. */
export type NamedType = { apiVersion: string; resource: string; kind: string }

export const replicaSets: NamedType = {
  apiVersion: 'apps/v1',
  resource: 'replicasets',
  kind: 'ReplicaSet',
}
export const pods: NamedType = { apiVersion: 'v1', resource: 'pods', kind: 'Pod' }

/** A type's collection in one of the case's namespaces, or what lies below it, by its segments. */
export const typePath = (
  { apiVersion, resource }: Pick<NamedType, 'apiVersion' | 'resource'>,
  namespace: number,
  ...below: Term[]
): Term => ({
  $join: [
    apiVersion.includes('/') ? '/apis/' : '/api/',
    `${apiVersion}/namespaces/`,
    { $namespace: namespace },
    `/${resource}`,
    ...below.flatMap(segment => ['/', segment]),
  ],
})

/** Nobody gives the pod a node: no scheduler has this name. */
const podSpec = {
  schedulerName: 'touchstone',
  containers: [{ name: 'idle', image: 'touchstone.invalid/idle' }],
}

/** A pod that never runs. */
export const idlePod = (logical: string): Term => body(pods, logical, podSpec)

const labels = { 'touchstone.invalid/replica-set': 'empty' }

/** A replica set that wants no pods: controllers make nothing for it. */
export const emptyReplicaSet = (logical: string): Term =>
  body(replicaSets, logical, {
    replicas: 0,
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: podSpec },
  })

/** The sample of a namespace is a name and the label of the run; the rest is the type's own. */
const body = ({ apiVersion, kind }: NamedType, logical: string, spec: Term): Term =>
  editTerm(sampleTerm('namespaces', logical), {
    '/apiVersion': apiVersion,
    '/kind': kind,
    '/spec': spec,
  })
