// What sets built-in types apart from each other, beyond what their schemas say.

import type { Dialect } from '../api/dialect.ts'
import { commonPaths } from '../api/field-selector.ts'
import { dns1035Label, dns1123Label, pathSegment } from '../api/names.ts'
import { type ApiObject, isJsonObject } from '../api/object.ts'
import type { Resource } from '../api/resource.ts'
import { finalizersOf } from '../controllers/namespace.ts'
import {
  all,
  containers,
  dataKeys,
  dataSize,
  fixed,
  fixedWhenImmutable,
  positive,
  required,
} from './type-rules.ts'

export type Traits = Partial<Omit<Resource, 'schema' | 'subresources' | 'writes'>>

const guarded: Traits = { allowsUnconditionalUpdate: false }
const counted: Traits = { hasGeneration: true }
const created: Traits = { allowsCreateOnUpdate: true }
const answering: Traits = { deleteAnswers: 'object' }
const orphaning: Traits = { propagation: 'Orphan' }
const rbac: Traits = { ...created, nameRule: pathSegment }

/** By kind; a kind that is not here is like most. */
export const traitsOf = (dialect: Dialect): { readonly [kind: string]: Traits } => ({
  ConfigMap: {
    rules: all(
      dataKeys('data', 'binaryData'),
      dataSize({ data: 'utf8', binaryData: 'base64' }),
      fixedWhenImmutable('data', 'binaryData'),
    ),
  },
  Endpoints: created,
  Event: created,
  LimitRange: created,
  Namespace: {
    nameRule: dns1123Label,
    selectablePaths: [...commonPaths, 'status.phase'],
    deleteAnswers: 'object',
    prepare: namespaceDefaults(dialect.namespaces),
    finalizers: object => [...metadataFinalizers(object), ...finalizersOf(object)],
    whenDeleted: object => ({ ...object, status: { phase: 'Terminating' } }),
  },
  Node: { selectablePaths: [...commonPaths, 'spec.unschedulable'] },
  PersistentVolume: answering,
  PersistentVolumeClaim: answering,
  Pod: {
    selectablePaths: [...commonPaths, ...podPaths],
    deleteAnswers: 'object',
    hasGeneration: true,
    rules: containers,
    prepare: podDefaults,
    graceSeconds: podGrace,
  },
  PodTemplate: { ...answering, ...counted },
  ReplicationController: { ...counted, ...orphaning },
  ResourceQuota: answering,
  Secret: {
    selectablePaths: [...commonPaths, 'type'],
    rules: all(
      dataKeys('data'),
      dataSize({ data: 'base64' }),
      fixed('type'),
      fixedWhenImmutable('data'),
    ),
    prepare: (object, old) => ({
      ...withStringData(object),
      type: object.type ?? old?.type ?? 'Opaque',
    }),
  },
  Service: {
    nameRule: dns1035Label,
    selectablePaths: [...commonPaths, 'spec.clusterIP', 'spec.type'],
    allowsCreateOnUpdate: true,
    deleteAnswers: 'object',
    rules: () => [],
  },
  ServiceAccount: answering,
  DaemonSet: counted,
  Deployment: counted,
  ReplicaSet: counted,
  StatefulSet: counted,
  CronJob: counted,
  Job: { ...counted, ...orphaning },
  PodDisruptionBudget: { ...counted, ...guarded },
  MutatingAdmissionPolicy: { ...counted, ...guarded },
  MutatingAdmissionPolicyBinding: { ...counted, ...guarded },
  MutatingWebhookConfiguration: { ...counted, ...guarded },
  ValidatingAdmissionPolicy: { ...counted, ...guarded },
  ValidatingAdmissionPolicyBinding: { ...counted, ...guarded },
  ValidatingWebhookConfiguration: { ...counted, ...guarded },
  Lease: {
    allowsUnconditionalUpdate: false,
    allowsCreateOnUpdate: true,
    rules: positive('spec', 'leaseDurationSeconds'),
  },
  EndpointSlice: counted,
  Ingress: counted,
  IngressClass: counted,
  NetworkPolicy: counted,
  ClusterRole: { ...rbac, rules: () => [] },
  ClusterRoleBinding: rbac,
  Role: { ...rbac, rules: () => [] },
  RoleBinding: rbac,
  PriorityClass: { rules: all(required('value'), fixed('value')) },
  CSIDriver: guarded,
  CSINode: guarded,
  VolumeAttachment: guarded,
})

const podPaths = [
  'spec.nodeName',
  'spec.restartPolicy',
  'spec.schedulerName',
  'spec.serviceAccountName',
  'spec.hostNetwork',
  'status.phase',
  'status.podIP',
  'status.nominatedNodeName',
]

export const metadataFinalizers = ({ metadata }: ApiObject): readonly string[] =>
  metadata.finalizers ?? []

const namespaceDefaults =
  ({ finalizer, nameLabel }: Dialect['namespaces']) =>
  (object: ApiObject): ApiObject => {
    const { name = '', labels } = object.metadata
    const ownLabels = nameLabel === undefined ? labels : { ...labels, [nameLabel]: name }
    return {
      ...object,
      metadata: { ...object.metadata, ...(ownLabels && { labels: ownLabels }) },
      spec: object.spec ?? { finalizers: [finalizer] },
      status: object.status ?? { phase: 'Active' },
    }
  }

function podDefaults(object: ApiObject): ApiObject {
  const spec = isJsonObject(object.spec) ? object.spec : {}
  return {
    ...object,
    spec: { schedulerName: 'default-scheduler', ...spec },
    status: object.status ?? { phase: 'Pending' },
  }
}

const graceSecondsMax = 2 ** 31

/** Who runs a pod needs time to end it; what runs nowhere needs none. */
function podGrace({ spec, status }: ApiObject): number {
  if (!isJsonObject(spec) || !spec.nodeName) return 0
  const { phase } = isJsonObject(status) ? status : {}
  if (phase === 'Succeeded' || phase === 'Failed') return 0
  const seconds = Number(spec.terminationGracePeriodSeconds ?? 30)
  // Less than nothing is as little as there is; more than this is for ever.
  return seconds < 0 ? 1 : Math.min(seconds, graceSecondsMax)
}

/** `stringData` is a way to write `data`, and is never kept. */
function withStringData({ stringData, ...object }: ApiObject): ApiObject {
  if (!isJsonObject(stringData)) return object
  const encoded = Object.entries(stringData).map(([key, text]) => [
    key,
    Buffer.from(String(text)).toString('base64'),
  ])
  const data = isJsonObject(object.data) ? object.data : {}
  return { ...object, data: { ...data, ...Object.fromEntries(encoded) } }
}
