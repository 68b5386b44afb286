// What sets built-in types apart from each other, beyond what their schemas say.

import type { Dialect } from '../api/dialect.ts'
import { commonPaths } from '../selectors/field-selector.ts'
import { addressName, dns1123Label, pathSegment } from '../api/names.ts'
import { type ApiObject, isJsonObject, objectIn } from '../api/object.ts'
import type { Resource } from '../api/resource.ts'
import { finalizersOf } from '../controllers/namespace.ts'
import { definitionTraits } from '../crd/definition-traits.ts'
import { bindings, priorityClass } from './kind-rules.ts'
import { eventFields, eventPaths } from './event-form.ts'
import { withTaint } from './nodes.ts'
import { podAdmitted, podDefaults, podGrace } from './pods.ts'
import { withAddresses, withoutVainAffinity } from './services.ts'
import { all, dataKeys, dataSize, fixed, fixedWhenImmutable, keysApart } from './type-rules.ts'
import { bySuccess, numbered, withOwnSelector } from './workloads.ts'

export type Traits = Partial<Omit<Resource, 'schema' | 'subresources' | 'writes'>> & {
  /** Whether the rules judge all, and not only what its schema leaves open. */
  judgesForm?: boolean
}

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
      keysApart('data', 'binaryData'),
      dataSize({ data: 'utf8', binaryData: 'base64' }),
      fixedWhenImmutable('data', 'binaryData'),
    ),
  },
  CertificateSigningRequest: {
    selectablePaths: [...commonPaths, 'spec.signerName'],
    nameRule: pathSegment,
    prepare: withSpecOf,
  },
  Endpoints: created,
  Event: {
    ...created,
    nameRule: pathSegment,
    selectablePaths: eventPaths,
    selectableFields: eventFields,
  },
  LimitRange: { ...created, prepare: withName },
  Namespace: {
    nameRule: dns1123Label,
    selectablePaths: [...commonPaths, 'status.phase'],
    deleteAnswers: 'object',
    defaults: withNameLabel(dialect.namespaces),
    prepare: namespaceDefaults(dialect.namespaces),
    finalizers: object => [...metadataFinalizers(object), ...finalizersOf(object)],
    whenDeleted: object => ({ ...object, status: { phase: 'Terminating' } }),
  },
  Node: {
    selectablePaths: [...commonPaths, 'spec.unschedulable'],
    prepare: withTaint(dialect.newNodeTaint),
  },
  PersistentVolume: {
    ...answering,
    prepare: withPhase,
  },
  PersistentVolumeClaim: {
    ...answering,
    prepare: withPhase,
  },
  Pod: {
    selectablePaths: [...commonPaths, ...podPaths],
    deleteAnswers: 'object',
    hasGeneration: true,
    defaults: podDefaults,
    prepare: podAdmitted,
    graceSeconds: podGrace,
  },
  PodTemplate: { ...answering, ...counted },
  ReplicationController: {
    selectablePaths: [...commonPaths, 'status.replicas'],
    ...counted,
    ...orphaning,
  },
  ResourceQuota: answering,
  Secret: {
    selectablePaths: [...commonPaths, 'type'],
    rules: all(
      dataKeys('data'),
      dataSize({ data: 'base64' }),
      fixed('type'),
      fixedWhenImmutable('data'),
    ),
    defaults: withStringData,
  },
  Service: {
    nameRule: dns1123Label,
    selectablePaths: [...commonPaths, 'spec.clusterIP', 'spec.type'],
    allowsCreateOnUpdate: true,
    deleteAnswers: 'object',
    defaults: withoutVainAffinity,
    prepare: withAddresses,
  },
  ServiceAccount: answering,
  DaemonSet: { ...counted, ...(dialect.countsTemplates && numbered) },
  Deployment: {
    ...counted,
    countsAnnotations: dialect.countsAnnotations,
  },
  ReplicaSet: counted,
  StatefulSet: { ...counted, nameRule: dns1123Label },
  CronJob: counted,
  Job: { ...counted, ...orphaning, ...bySuccess, prepare: withOwnSelector },
  PodDisruptionBudget: { ...counted, ...guarded, nameRule: pathSegment },
  MutatingAdmissionPolicy: { ...counted, ...guarded },
  MutatingAdmissionPolicyBinding: { ...counted, ...guarded },
  MutatingWebhookConfiguration: { ...counted, ...guarded },
  ValidatingAdmissionPolicy: { ...counted, ...guarded },
  ValidatingAdmissionPolicyBinding: { ...counted, ...guarded },
  ValidatingWebhookConfiguration: { ...counted, ...guarded },
  CustomResourceDefinition: { ...definitionTraits(dialect), judgesForm: true },
  Lease: { allowsUnconditionalUpdate: false, allowsCreateOnUpdate: true },
  EndpointSlice: counted,
  Ingress: counted,
  IngressClass: counted,
  IPAddress: { nameRule: addressName },
  NetworkPolicy: counted,
  ClusterRole: rbac,
  ClusterRoleBinding: { ...rbac, ...bindings(dialect.apiDomain) },
  Role: rbac,
  RoleBinding: { ...rbac, ...bindings(dialect.apiDomain) },
  PriorityClass: priorityClass,
  CSIDriver: { ...guarded, ...answering },
  CSINode: { ...guarded, ...answering },
  StorageClass: answering,
  VolumeAttachment: { ...guarded, ...answering },
  VolumeAttributesClass: answering,
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

const withNameLabel =
  ({ nameLabel }: Dialect['namespaces']) =>
  (object: ApiObject): ApiObject => {
    const { name, labels } = object.metadata
    if (nameLabel === undefined || name === undefined) return object
    return { ...object, metadata: { ...object.metadata, labels: { ...labels, [nameLabel]: name } } }
  }

const namespaceDefaults =
  ({ finalizer }: Dialect['namespaces']) =>
  (object: ApiObject, old: ApiObject | undefined): ApiObject => ({
    ...object,
    spec: { ...(!old && { finalizers: [finalizer] }), ...objectIn(object.spec) },
    status: { phase: 'Active', ...objectIn(object.status) },
  })

/** What is asked for in a request for a certificate stays. */
const withSpecOf = (object: ApiObject, old: ApiObject | undefined): ApiObject =>
  old ? { ...object, spec: old.spec } : object

/** Limits may go without a name. */
const withName = (object: ApiObject): ApiObject => {
  const { name, uid } = object.metadata
  return name || uid === undefined
    ? object
    : { ...object, metadata: { ...object.metadata, name: uid } }
}

/** Nobody has looked at a new volume yet. */
const withPhase = (object: ApiObject): ApiObject => ({
  ...object,
  status: { phase: 'Pending', ...objectIn(object.status) },
})

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
