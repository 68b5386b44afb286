// What sets built-in types apart from each other, beyond what their schemas say.

import type { Dialect } from '../api/dialect.ts'
import { commonPaths } from '../api/field-selector.ts'
import { dns1035Label, dns1123Label, pathSegment } from '../api/names.ts'
import { type ApiObject, isJsonObject, objectIn } from '../api/object.ts'
import type { Resource } from '../api/resource.ts'
import { finalizersOf } from '../controllers/namespace.ts'
import { definitionTraits } from '../custom/definition-traits.ts'
import {
  accounts,
  backends,
  bindings,
  grants,
  parameters,
  volumeSource,
  webhooks,
} from './kind-rules.ts'
import { eventFields, eventPaths } from './event-form.ts'
import { podAdmitted, podDefaults, podGrace, podRules, podSpecCauses } from './pods.ts'
import { serviceRules, withAddresses, withoutVainAffinity } from './services.ts'
import {
  all,
  dataKeys,
  dataSize,
  fixed,
  fixedWhenImmutable,
  either,
  keysApart,
  positive,
  required,
  someOf,
} from './type-rules.ts'
import {
  cronJobRules,
  jobRules,
  statefulSetRules,
  templateRules,
  withOwnSelector,
  workloadRules,
} from './workloads.ts'

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
  Endpoints: { ...created, rules: someOf('subsets[]', 'addresses', 'notReadyAddresses') },
  Event: { ...created, selectablePaths: eventPaths, selectableFields: eventFields },
  LimitRange: created,
  Namespace: {
    nameRule: dns1123Label,
    selectablePaths: [...commonPaths, 'status.phase'],
    deleteAnswers: 'object',
    defaults: withNameLabel(dialect.namespaces),
    prepare: namespaceDefaults(dialect.namespaces),
    finalizers: object => [...metadataFinalizers(object), ...finalizersOf(object)],
    whenDeleted: object => ({ ...object, status: { phase: 'Terminating' } }),
  },
  Node: { selectablePaths: [...commonPaths, 'spec.unschedulable'] },
  PersistentVolume: {
    ...answering,
    rules: all(someOf('spec.capacity', 'storage'), volumeSource),
    prepare: withPhase,
  },
  PersistentVolumeClaim: {
    ...answering,
    rules: someOf('spec.resources.requests', 'storage'),
    prepare: withPhase,
  },
  Pod: {
    selectablePaths: [...commonPaths, ...podPaths],
    deleteAnswers: 'object',
    hasGeneration: true,
    rules: podRules,
    defaults: podDefaults,
    prepare: podAdmitted,
    graceSeconds: podGrace,
  },
  PodTemplate: {
    ...answering,
    ...counted,
    rules: ({ template }) => podSpecCauses(objectIn(template).spec, 'template.spec'),
  },
  ReplicationController: {
    ...counted,
    ...orphaning,
    rules: all(someOf('spec', 'selector'), templateRules),
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
    nameRule: dns1035Label,
    selectablePaths: [...commonPaths, 'spec.clusterIP', 'spec.type'],
    allowsCreateOnUpdate: true,
    deleteAnswers: 'object',
    rules: serviceRules,
    defaults: withoutVainAffinity,
    prepare: withAddresses,
  },
  ServiceAccount: answering,
  ControllerRevision: { rules: all(required('data'), fixed('data')) },
  DaemonSet: { ...counted, rules: workloadRules },
  Deployment: {
    ...counted,
    countsAnnotations: dialect.countsAnnotations,
    rules: workloadRules,
  },
  ReplicaSet: { ...counted, rules: workloadRules },
  StatefulSet: { ...counted, rules: statefulSetRules },
  HorizontalPodAutoscaler: { rules: positive('spec', 'maxReplicas') },
  CronJob: { ...counted, rules: cronJobRules },
  Job: { ...counted, ...orphaning, rules: jobRules, prepare: withOwnSelector },
  PodDisruptionBudget: { ...counted, ...guarded, rules: either('minAvailable', 'maxUnavailable') },
  MutatingAdmissionPolicy: { ...counted, ...guarded },
  MutatingAdmissionPolicyBinding: { ...counted, ...guarded },
  MutatingWebhookConfiguration: { ...counted, ...guarded, rules: webhooks },
  ValidatingAdmissionPolicy: {
    ...counted,
    ...guarded,
    rules: someOf('spec', 'validations', 'auditAnnotations'),
  },
  ValidatingAdmissionPolicyBinding: { ...counted, ...guarded },
  ValidatingWebhookConfiguration: { ...counted, ...guarded, rules: webhooks },
  CustomResourceDefinition: { ...definitionTraits(dialect), judgesForm: true },
  Lease: {
    allowsUnconditionalUpdate: false,
    allowsCreateOnUpdate: true,
    rules: positive('spec', 'leaseDurationSeconds'),
  },
  EndpointSlice: { ...counted, rules: fixed('addressType') },
  Ingress: { ...counted, rules: backends },
  IngressClass: { ...counted, rules: fixed('spec.controller') },
  NetworkPolicy: counted,
  ClusterRole: { ...rbac, rules: grants },
  ClusterRoleBinding: {
    ...rbac,
    ...bindings(dialect.apiDomain),
    rules: all(fixed('roleRef'), accounts),
  },
  Role: { ...rbac, rules: grants },
  RoleBinding: { ...rbac, ...bindings(dialect.apiDomain) },
  PriorityClass: { ...counted, rules: all(fixed('value'), fixed('preemptionPolicy')) },
  CSIDriver: { ...guarded, ...answering },
  CSINode: { ...guarded, ...answering },
  StorageClass: {
    ...answering,
    rules: all(
      fixed('provisioner'),
      fixed('parameters'),
      fixed('reclaimPolicy'),
      fixed('volumeBindingMode'),
    ),
  },
  VolumeAttachment: {
    ...guarded,
    ...answering,
    rules: all(someOf('spec.source', 'persistentVolumeName', 'inlineVolumeSpec'), fixed('spec')),
  },
  VolumeAttributesClass: {
    ...answering,
    rules: all(parameters, fixed('driverName'), fixed('parameters')),
  },
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
