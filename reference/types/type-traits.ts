// Traits of single built-in types that their schemas do not express.

import type { Dialect } from '../api/dialect.ts'
import { commonSelectorPaths } from '../selectors/field-selector.ts'
import { ipAddressName, dns1123Label, pathSegment } from '../api/name-rules.ts'
import { type ApiObject, isJsonObject, objectIn } from '../api/object.ts'
import { roleBindingTraits, priorityClassTraits, type TypeTraits } from './kind-traits.ts'
import { toEventSelectableFields, eventSelectablePaths } from './event-conversion.ts'
import { withStartupTaint } from './node-traits.ts'
import { preparePod, podDefaults, podGracePeriodSeconds } from './pod-traits.ts'
import { withServiceAddresses, withoutUnusedAffinity } from './service-traits.ts'
import {
  allRules,
  validDataKeys,
  dataSizeLimit,
  immutableField,
  immutableFieldsIfMarked,
  distinctKeys,
} from './object-rule-builders.ts'
import {
  jobSelectableFields,
  templateGenerationTraits,
  withJobSelector,
} from './workload-traits.ts'

const guarded: TypeTraits = { allowsUnconditionalUpdate: false }
const counted: TypeTraits = { hasGeneration: true }
const created: TypeTraits = { allowsCreateOnUpdate: true }
const answering: TypeTraits = { deleteReturns: 'object' }
const orphaning: TypeTraits = { defaultPropagation: 'Orphan' }
const rbac: TypeTraits = { ...created, nameRule: pathSegment }

/** By kind. Most kinds have no entry. */
export const typeTraitsOf = (dialect: Dialect): { readonly [kind: string]: TypeTraits } => ({
  ConfigMap: {
    rules: allRules(
      validDataKeys('data', 'binaryData'),
      distinctKeys('data', 'binaryData'),
      dataSizeLimit({ data: 'utf8', binaryData: 'base64' }),
      immutableFieldsIfMarked('data', 'binaryData'),
    ),
  },
  CertificateSigningRequest: {
    selectablePaths: [...commonSelectorPaths, 'spec.signerName'],
    nameRule: pathSegment,
    prepare: withSpecOf,
  },
  Endpoints: created,
  Event: {
    ...created,
    nameRule: pathSegment,
    selectablePaths: eventSelectablePaths,
    toSelectableFields: toEventSelectableFields,
  },
  LimitRange: { ...created, prepare: withName },
  Namespace: {
    nameRule: dns1123Label,
    selectablePaths: [...commonSelectorPaths, 'status.phase'],
    deleteReturns: 'object',
    defaults: withNameLabel(dialect.namespaces),
    prepare: namespaceDefaults(dialect.namespaces),
    finalizers: object => [...metadataFinalizers(object), ...namespaceFinalizersOf(object)],
    onFirstDelete: object => ({ ...object, status: { phase: 'Terminating' } }),
  },
  Node: {
    selectablePaths: [...commonSelectorPaths, 'spec.unschedulable'],
    prepare: withStartupTaint(dialect.newNodeTaint),
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
    selectablePaths: [...commonSelectorPaths, ...podPaths],
    deleteReturns: 'object',
    hasGeneration: true,
    defaults: podDefaults,
    prepare: preparePod,
    gracePeriodSeconds: podGracePeriodSeconds,
  },
  PodTemplate: { ...answering, ...counted },
  ReplicationController: {
    selectablePaths: [...commonSelectorPaths, 'status.replicas'],
    ...counted,
    ...orphaning,
  },
  ResourceQuota: answering,
  Secret: {
    selectablePaths: [...commonSelectorPaths, 'type'],
    rules: allRules(
      validDataKeys('data'),
      dataSizeLimit({ data: 'base64' }),
      immutableField('type'),
      immutableFieldsIfMarked('data'),
    ),
    defaults: withStringData,
  },
  Service: {
    nameRule: dns1123Label,
    selectablePaths: [...commonSelectorPaths, 'spec.clusterIP', 'spec.type'],
    allowsCreateOnUpdate: true,
    deleteReturns: 'object',
    defaults: withoutUnusedAffinity,
    prepare: withServiceAddresses,
  },
  ServiceAccount: answering,
  DaemonSet: { ...counted, ...(dialect.countsTemplateGenerations && templateGenerationTraits) },
  Deployment: {
    ...counted,
    generationCountsAnnotations: dialect.generationCountsAnnotations,
  },
  ReplicaSet: counted,
  StatefulSet: { ...counted, nameRule: dns1123Label },
  CronJob: counted,
  Job: { ...counted, ...orphaning, ...jobSelectableFields, prepare: withJobSelector },
  PodDisruptionBudget: { ...counted, ...guarded, nameRule: pathSegment },
  MutatingAdmissionPolicy: { ...counted, ...guarded },
  MutatingAdmissionPolicyBinding: { ...counted, ...guarded },
  MutatingWebhookConfiguration: { ...counted, ...guarded },
  ValidatingAdmissionPolicy: { ...counted, ...guarded },
  ValidatingAdmissionPolicyBinding: { ...counted, ...guarded },
  ValidatingWebhookConfiguration: { ...counted, ...guarded },
  Lease: { allowsUnconditionalUpdate: false, allowsCreateOnUpdate: true },
  EndpointSlice: counted,
  Ingress: counted,
  IngressClass: counted,
  IPAddress: { nameRule: ipAddressName },
  NetworkPolicy: counted,
  ClusterRole: rbac,
  ClusterRoleBinding: { ...rbac, ...roleBindingTraits(dialect.apiDomain) },
  Role: rbac,
  RoleBinding: { ...rbac, ...roleBindingTraits(dialect.apiDomain) },
  PriorityClass: priorityClassTraits,
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

/** The spec of a certificate request never changes. */
const withSpecOf = (object: ApiObject, old: ApiObject | undefined): ApiObject =>
  old ? { ...object, spec: old.spec } : object

/** Uses the uid as the name if there is none. */
const withName = (object: ApiObject): ApiObject => {
  const { name, uid } = object.metadata
  return name || uid === undefined
    ? object
    : { ...object, metadata: { ...object.metadata, name: uid } }
}

/** A new volume is pending. */
const withPhase = (object: ApiObject): ApiObject => ({
  ...object,
  status: { phase: 'Pending', ...objectIn(object.status) },
})

/** Moves `stringData`, which is write-only, into `data`. */
function withStringData({ stringData, ...object }: ApiObject): ApiObject {
  if (!isJsonObject(stringData)) return object
  const encoded = Object.entries(stringData).map(([key, text]) => [
    key,
    Buffer.from(String(text)).toString('base64'),
  ])
  const data = isJsonObject(object.data) ? object.data : {}
  return { ...object, data: { ...data, ...Object.fromEntries(encoded) } }
}

/**
 * Returns the entries of `spec.finalizers` of a namespace, which exist in addition to those in its
 * metadata.
 */
export const namespaceFinalizersOf = ({ spec }: ApiObject): readonly string[] =>
  isJsonObject(spec) && Array.isArray(spec.finalizers) ? spec.finalizers : []
