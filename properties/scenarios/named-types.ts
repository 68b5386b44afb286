// Defines types outside the roles. A target declares by a feature that it serves them, and literal
// paths address them. Cases create their objects only in leased namespaces.

import { editTerm, sampleTerm } from '../dsl/steps.ts'
import type { Term } from '../dsl/term.ts'

/** A namespaced type, as paths and bodies name it. */
export type NamedType = { apiVersion: string; resource: string; kind: string }

export const replicaSets: NamedType = {
  apiVersion: 'apps/v1',
  resource: 'replicasets',
  kind: 'ReplicaSet',
}
export const deployments: NamedType = {
  apiVersion: 'apps/v1',
  resource: 'deployments',
  kind: 'Deployment',
}
export const serviceAccounts: NamedType = {
  apiVersion: 'v1',
  resource: 'serviceaccounts',
  kind: 'ServiceAccount',
}
export const pods: NamedType = { apiVersion: 'v1', resource: 'pods', kind: 'Pod' }

/**
 * Returns the path of a type's collection in one of the case's namespaces. `below` appends
 * segments.
 */
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

/** No scheduler has this name, so the pod is never assigned to a node. */
const podSpec = {
  schedulerName: 'touchstone',
  containers: [{ name: 'idle', image: 'touchstone.invalid/idle' }],
}

/** A pod that never runs. */
export const idlePod = (logical: string): Term => body(pods, logical, podSpec)

const labels = { 'touchstone.invalid/replica-set': 'empty' }

/** A replica set with zero replicas, for which controllers create no pods. */
export const emptyReplicaSet = (logical: string): Term =>
  body(replicaSets, logical, {
    replicas: 0,
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: podSpec },
  })

/** A deployment with zero replicas that replaces its pods one by one. */
export const emptyDeployment = (logical: string): Term =>
  body(deployments, logical, {
    replicas: 0,
    selector: { matchLabels: labels },
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } },
    template: { metadata: { labels }, spec: podSpec },
  })

/** A service account with references to secrets of these names. */
export const serviceAccountWithSecrets = (logical: string, names: string[]): Term =>
  editTerm(sampleTerm('namespaces', logical), {
    '/apiVersion': serviceAccounts.apiVersion,
    '/kind': serviceAccounts.kind,
    '/secrets': names.map(name => ({ name })),
  })

/**
 * Returns the body of an object. The sample of a namespace contributes its name and the run label.
 */
const body = ({ apiVersion, kind }: NamedType, logical: string, spec: Term): Term =>
  editTerm(sampleTerm('namespaces', logical), {
    '/apiVersion': apiVersion,
    '/kind': kind,
    '/spec': spec,
  })
