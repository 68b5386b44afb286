// Where volumes come from.

import { labelSelector } from './meta.table.ts'
import {
  amount,
  atLeast,
  fixed,
  format,
  kept,
  law,
  natural,
  oneOf,
  required,
  type Table,
  unique,
} from './vocabulary.ts'

export const storageClass: Table = {
  provisioner: [required(), format('lowerQualifiedNameOrEmpty'), law('fixedProvisioner')],
  parameters: [law('parameters'), law('fixedParameters')],
  reclaimPolicy: [oneOf('Delete', 'Retain', ''), law('fixedReclaimPolicy')],
  volumeBindingMode: [required(), oneOf('Immediate', 'WaitForFirstConsumer'), fixed()],
  'allowedTopologies[].matchLabelExpressions': [unique(['key'], 'key')],
  'allowedTopologies[].matchLabelExpressions[]': [
    { key: [format('qualifiedName')], values: [required(), unique()] },
  ],
  allowedTopologies: [law('topologiesOnce')],
}

export const csiDriver: Table = {
  'metadata.name': [law('nameOfDriver')],
  spec: [
    {
      'attachRequired => attachedRequired': [fixed()],
      fsGroupPolicy: [oneOf('File', 'None', 'ReadWriteOnceWithFSType')],
      tokenRequests: [law('audiencesOnce')],
      'volumeLifecycleModes[] => volumeLifecycleModes': [oneOf('Persistent', 'Ephemeral')],
      volumeLifecycleModes: [law('modesKept')],
      nodeAllocatableUpdatePeriodSeconds: [
        atLeast(10, 'must be greater than or equal to 10 seconds'),
      ],
      '': [law('tokensInSecrets')],
    },
  ],
}

export const csiNode: Table = {
  'spec.drivers': [unique(['name'], 'name'), law('driversKept')],
  'spec.drivers[]': [
    {
      name: [required(), format('driverNameOrEmpty')],
      nodeID: [required(), format('nodeId')],
      'allocatable.count': [natural],
      '': [law('topologyKeys')],
    },
  ],
}

export const csiStorageCapacity: Table = {
  storageClassName: [format('subdomain'), fixed()],
  nodeTopology: [labelSelector, fixed()],
  capacity: [amount()],
}

export const volumeAttachment: Table = {
  'spec.attacher': [required(), format('driverNameOrEmpty')],
  'spec.nodeName': [format('subdomain')],
  'spec.source.persistentVolumeName': [law('presentName'), format('subdomain')],
  'spec.source': [law('oneSource')],
  'spec.source.inlineVolumeSpec': [law('inlineVolume')],
  spec: [fixed()],
}

export const volumeAttributesClass: Table = {
  driverName: [
    required(),
    format('lowerQualifiedNameOrEmpty'),
    kept('updates to driverName are forbidden.'),
  ],
  parameters: [
    required('must contain at least one key/value pair'),
    law('parameters'),
    kept('updates to parameters are forbidden.'),
  ],
}
