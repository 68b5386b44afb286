import type { FieldTypes } from '../api/resource.ts'

/** The JSON types of the fields that a body may get wrong (ERR-005), by kind. */
export const typedFields = {
  Namespace: {
    spec: 'object',
    'spec.finalizers': 'array of string',
    status: 'object',
    'status.phase': 'string',
  },
  ConfigMap: {
    data: 'map of string',
    binaryData: 'map of base64',
    immutable: 'boolean',
  },
  Secret: {
    data: 'map of base64',
    stringData: 'map of string',
    type: 'string',
    immutable: 'boolean',
  },
  Node: {
    spec: 'object',
    'spec.podCIDR': 'string',
    'spec.providerID': 'string',
    'spec.unschedulable': 'boolean',
    'spec.taints': 'array of object',
    status: 'object',
  },
  Pod: {
    spec: 'object',
    'spec.containers': 'array of object',
    'spec.nodeName': 'string',
    'spec.schedulerName': 'string',
    'spec.restartPolicy': 'string',
    'spec.hostNetwork': 'boolean',
    'spec.terminationGracePeriodSeconds': 'int64',
    'spec.priority': 'int32',
    status: 'object',
  },
  Service: {
    spec: 'object',
    'spec.type': 'string',
    'spec.clusterIP': 'string',
    'spec.selector': 'map of string',
    'spec.ports': 'array of object',
    status: 'object',
  },
  Lease: {
    spec: 'object',
    'spec.holderIdentity': 'string',
    'spec.leaseDurationSeconds': 'int32',
    'spec.acquireTime': 'timestamp',
    'spec.renewTime': 'timestamp',
    'spec.leaseTransitions': 'int32',
  },
  ClusterRole: {
    rules: 'array of object',
    aggregationRule: 'object',
  },
  PriorityClass: {
    value: 'int32',
    globalDefault: 'boolean',
    description: 'string',
    preemptionPolicy: 'string',
  },
} satisfies { [kind: string]: FieldTypes }
