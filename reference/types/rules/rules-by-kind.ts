// Maps built-in kinds to their rule tables.

import * as access from './access.table.ts'
import * as admission from './admission.table.ts'
import * as core from './core.table.ts'
import * as networking from './networking.table.ts'
import { podRules } from './pods.table.ts'
import * as policy from './policy.table.ts'
import * as storage from './storage.table.ts'
import type { RuleTable } from './rule-table.ts'
import * as workloads from './workloads.table.ts'

export const ruleTables: { readonly [kind: string]: RuleTable } = {
  Pod: podRules,
  PodTemplate: core.podTemplateObject,
  ReplicationController: workloads.replicationController,
  ReplicaSet: workloads.replicaSet,
  Deployment: workloads.deployment,
  DaemonSet: workloads.daemonSet,
  StatefulSet: workloads.statefulSet,
  Job: workloads.job,
  CronJob: workloads.cronJob,
  Service: core.service,
  Endpoints: core.endpoints,
  PersistentVolume: core.persistentVolume,
  PersistentVolumeClaim: core.persistentVolumeClaim,
  Node: core.nodeObjectRules,
  ControllerRevision: core.controllerRevision,
  LimitRange: core.limitRange,
  ResourceQuota: core.resourceQuota,
  Secret: core.secret,
  HorizontalPodAutoscaler: policy.autoscaler,
  PodDisruptionBudget: policy.disruptionBudget,
  PriorityClass: policy.priorityClass,
  Lease: policy.lease,
  CertificateSigningRequest: policy.certificateRequest,
  Role: access.role,
  ClusterRole: access.clusterRole,
  RoleBinding: access.roleBinding,
  ClusterRoleBinding: access.clusterRoleBinding,
  Ingress: networking.ingress,
  IngressClass: networking.ingressClass,
  NetworkPolicy: networking.networkPolicy,
  IPAddress: networking.ipAddress,
  ServiceCIDR: networking.serviceCidr,
  EndpointSlice: networking.endpointSlice,
  StorageClass: storage.storageClass,
  CSIDriver: storage.csiDriver,
  CSINode: storage.csiNode,
  CSIStorageCapacity: storage.csiStorageCapacity,
  VolumeAttachment: storage.volumeAttachment,
  VolumeAttributesClass: storage.volumeAttributesClass,
  ValidatingWebhookConfiguration: admission.validatingWebhooks,
  MutatingWebhookConfiguration: admission.mutatingWebhooks,
  ValidatingAdmissionPolicy: admission.validatingPolicy,
  ValidatingAdmissionPolicyBinding: admission.validatingBinding,
  MutatingAdmissionPolicy: admission.mutatingPolicy,
  MutatingAdmissionPolicyBinding: admission.mutatingBinding,
}

/** Returns the rules of a kind, or undefined if its schema is sufficient. */
export const ruleTableOf = (kind: string): RuleTable | undefined =>
  Object.hasOwn(ruleTables, kind) ? ruleTables[kind] : undefined

/**
 * Fields whose schema faults are ignored. The rules of the kind report them elsewhere, or not at
 * all.
 */
const otherwise: { readonly [kind: string]: readonly string[] } = {
  Deployment: ['spec.strategy.type'],
  DaemonSet: ['spec.updateStrategy.type'],
  StatefulSet: ['spec.updateStrategy.type'],
  PersistentVolume: ['spec.accessModes[]'],
  PersistentVolumeClaim: ['spec.accessModes[]'],
  Node: ['spec.taints[].key', 'spec.taints[].effect'],
  ResourceQuota: [
    'spec.scopes[]',
    'spec.scopeSelector.matchExpressions[].operator',
    'spec.scopeSelector.matchExpressions[].scopeName',
  ],
  Role: ['rules[].verbs'],
  ClusterRole: ['rules[].verbs'],
  EndpointSlice: ['endpoints[].hints.forZones[].name'],
  CSIDriver: ['spec.tokenRequests[].audience'],
  Ingress: ['spec.rules[].http.paths[].backend'],
  HorizontalPodAutoscaler: ['spec.metrics[].object.describedObject.apiVersion'],
  ValidatingWebhookConfiguration: [
    'webhooks[].clientConfig.service.name',
    'webhooks[].clientConfig.service.namespace',
  ],
  MutatingWebhookConfiguration: [
    'webhooks[].clientConfig.service.name',
    'webhooks[].clientConfig.service.namespace',
  ],
}

/** The same for fields of pods and claims, wherever these are embedded. */
const ofParts = [
  'Mounts[].mountPropagation',
  'volumeClaimTemplate.spec.accessModes[]',
  'volumeClaimTemplates[].spec.accessModes[]',
]

/** Whether schema faults at a field are ignored in favour of the rules of the kind. */
export const isLeftToRules = (kind: string, field: string): boolean =>
  ofParts.some(part => field.endsWith(part)) ||
  (Object.hasOwn(otherwise, kind) && otherwise[kind]?.includes(field) === true)
