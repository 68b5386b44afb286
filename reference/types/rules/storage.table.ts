// Rules of storage classes, drivers, capacities and volume attachments.

import { labelSelector } from './meta.table.ts'
import {
  quantityAtLeast,
  atLeast,
  immutable,
  format,
  immutableForbidden,
  validatorRule,
  nonNegative,
  supportedValues,
  requiredField,
  type RuleTable,
  uniqueItems,
} from './rule-table.ts'

export const storageClass: RuleTable = {
  provisioner: [
    requiredField(),
    format('lowerQualifiedNameOrEmpty'),
    validatorRule('fixedProvisioner'),
  ],
  parameters: [validatorRule('parameters'), validatorRule('fixedParameters')],
  reclaimPolicy: [supportedValues('Delete', 'Retain', ''), validatorRule('fixedReclaimPolicy')],
  volumeBindingMode: [
    requiredField(),
    supportedValues('Immediate', 'WaitForFirstConsumer'),
    immutable(),
  ],
  'allowedTopologies[].matchLabelExpressions': [uniqueItems(['key'], 'key')],
  'allowedTopologies[].matchLabelExpressions[]': [
    { key: [format('qualifiedName')], values: [requiredField(), uniqueItems()] },
  ],
  allowedTopologies: [validatorRule('topologiesOnce')],
}

export const csiDriver: RuleTable = {
  'metadata.name': [validatorRule('nameOfDriver')],
  spec: [
    {
      'attachRequired => attachedRequired': [immutable()],
      fsGroupPolicy: [supportedValues('File', 'None', 'ReadWriteOnceWithFSType')],
      tokenRequests: [validatorRule('audiencesOnce')],
      'volumeLifecycleModes[] => volumeLifecycleModes': [
        supportedValues('Persistent', 'Ephemeral'),
      ],
      volumeLifecycleModes: [validatorRule('modesKept')],
      nodeAllocatableUpdatePeriodSeconds: [
        atLeast(10, 'must be greater than or equal to 10 seconds'),
      ],
      '': [validatorRule('tokensInSecrets')],
    },
  ],
}

export const csiNode: RuleTable = {
  'spec.drivers': [uniqueItems(['name'], 'name'), validatorRule('driversKept')],
  'spec.drivers[]': [
    {
      name: [requiredField(), format('driverNameOrEmpty')],
      nodeID: [requiredField(), format('nodeId')],
      'allocatable.count': [nonNegative],
      '': [validatorRule('topologyKeys')],
    },
  ],
}

export const csiStorageCapacity: RuleTable = {
  storageClassName: [format('subdomain'), immutable()],
  nodeTopology: [labelSelector, immutable()],
  capacity: [quantityAtLeast()],
}

export const volumeAttachment: RuleTable = {
  'spec.attacher': [requiredField(), format('driverNameOrEmpty')],
  'spec.nodeName': [format('subdomain')],
  'spec.source.persistentVolumeName': [validatorRule('presentName'), format('subdomain')],
  'spec.source': [validatorRule('oneSource')],
  'spec.source.inlineVolumeSpec': [validatorRule('inlineVolume')],
  spec: [immutable()],
}

export const volumeAttributesClass: RuleTable = {
  driverName: [
    requiredField(),
    format('lowerQualifiedNameOrEmpty'),
    immutableForbidden('updates to driverName are forbidden.'),
  ],
  parameters: [
    requiredField('must contain at least one key/value pair'),
    validatorRule('parameters'),
    immutableForbidden('updates to parameters are forbidden.'),
  ],
}
