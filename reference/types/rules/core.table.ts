// Rules of services, persistent volumes, nodes, quotas and other core types.

import { labels, nodeSelector } from './meta.table.ts'
import { podTemplate } from './pods.table.ts'
import {
  quantityAtLeast,
  exactlyOne,
  immutable,
  forbiddenField,
  format,
  hasMember,
  validatorRule,
  nonNegative,
  not,
  supportedValues,
  portNumber,
  requiredField,
  type RuleTable,
  uniqueItems,
  when,
  memberIs,
} from './rule-table.ts'
import { claimSpec } from './claims.table.ts'
import { iscsi, sharedVolumeSources } from './volumes.table.ts'

const familyPolicies = ['PreferDualStack', 'RequireDualStack', 'SingleStack']
const onlyBalanced = "may only be used when `type` is 'LoadBalancer'"
const isBalanced = memberIs('type', 'LoadBalancer')

export const service: RuleTable = {
  spec: [
    {
      type: [
        requiredField(),
        supportedValues('ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'),
      ],
      'ports[]': [
        {
          name: [format('dnsLabelOrEmpty')],
          port: [portNumber],
          protocol: [requiredField(), supportedValues('SCTP', 'TCP', 'UDP')],
          targetPort: [validatorRule('portOrName')],
          appProtocol: [format('qualifiedName')],
        },
      ],
      ports: [validatorRule('servicePorts')],
      selector: [labels],
      sessionAffinity: [requiredField(), supportedValues('ClientIP', 'None')],
      'externalIPs[]': [format('endpointAddress')],
      internalTrafficPolicy: [supportedValues('Cluster', 'Local')],
      trafficDistribution: [supportedValues('PreferClose', 'PreferSameZone', 'PreferSameNode')],
      '': [
        when(memberIs('type', 'ExternalName'), {
          externalName: [requiredField(), format('subdomainDotted')],
          'clusterIP => clusterIPs': [forbiddenField('may not be set for ExternalName services')],
          clusterIPs: [forbiddenField('may not be set for ExternalName services')],
          ipFamilies: [forbiddenField('may not be set for ExternalName services')],
          ipFamilyPolicy: [forbiddenField('may not be set for ExternalName services')],
        }),
        when(memberIs('sessionAffinity', 'ClientIP'), {
          'sessionAffinityConfig.clientIP.timeoutSeconds': [
            {
              is: 'range',
              min: 1,
              max: 86_400,
              because: 'must be greater than 0 and less than 86400',
            },
          ],
        }),
        when(memberIs('sessionAffinity', 'None'), {
          sessionAffinityConfig: [forbiddenField('must not be set when session affinity is None')],
        }),
        when(not(memberIs('type', 'ExternalName')), {
          'ipFamilies[]': [supportedValues('IPv4', 'IPv6')],
          ipFamilies: [uniqueItems()],
          ipFamilyPolicy: [supportedValues(...familyPolicies)],
          '': [validatorRule('clusterAddresses')],
        }),
        when(not(isBalanced), {
          'loadBalancerSourceRanges => LoadBalancerSourceRanges': [forbiddenField(onlyBalanced)],
          allocateLoadBalancerNodePorts: [validatorRule('onlyBalanced')],
          loadBalancerClass: [validatorRule('onlyBalanced')],
        }),
        when(isBalanced, {
          loadBalancerClass: [format('qualifiedName'), validatorRule('classKept')],
        }),
        validatorRule('sourceRanges'),
        validatorRule('externalTraffic'),
        validatorRule('addressKept'),
      ],
    },
  ],
}

const endpointAddress: RuleTable = {
  ip: [format('endpointAddress')],
  hostname: [format('dnsLabelOrEmpty')],
  nodeName: [format('subdomain')],
}

export const endpoints: RuleTable = {
  'subsets[]': [
    {
      '': [validatorRule('someAddress')],
      'addresses[]': [endpointAddress],
      'notReadyAddresses[]': [endpointAddress],
      ports: [validatorRule('namedPorts')],
      'ports[]': [
        {
          name: [format('dnsLabelOrEmpty')],
          port: [portNumber],
          protocol: [requiredField(), supportedValues('SCTP', 'TCP', 'UDP')],
          appProtocol: [format('qualifiedName')],
        },
      ],
    },
  ],
}

const secretReference: RuleTable = {
  name: [requiredField(), format('subdomainOrEmpty')],
  namespace: [requiredField(), format('dnsLabelOrEmpty')],
}

const volumeSources = [
  'hostPath',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'glusterfs',
  'flocker',
  'nfs',
  'rbd',
  'quobyte',
  'cephfs',
  'iscsi',
  'cinder',
  'fc',
  'azureFile',
  'vsphereVolume',
  'photonPersistentDisk',
  'portworxVolume',
  'azureDisk',
  'scaleIO',
  'local',
  'storageos',
  'csi',
]

export const volumeSpec: RuleTable = {
  ...sharedVolumeSources,
  accessModes: [requiredField(), validatorRule('accessModes')],
  'accessModes[] => accessModes': [
    supportedValues('ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'),
  ],
  capacity: [validatorRule('onlyStorage')],
  'capacity{}': [quantityAtLeast(1, 'must be greater than zero')],
  persistentVolumeReclaimPolicy: [supportedValues('Delete', 'Recycle', 'Retain', '')],
  volumeMode: [supportedValues('Block', 'Filesystem')],
  storageClassName: [format('subdomainOrEmpty')],
  volumeAttributesClassName: [validatorRule('classOfAttributes')],
  nodeAffinity: [
    { required: [requiredField('must specify required node constraints'), nodeSelector] },
  ],
  local: [{ path: [requiredField(), format('noBacksteps')] }],
  iscsi: [iscsi, { 'secretRef.name': [requiredField()] }],
  csi: [
    {
      driver: [requiredField(), format('driverName')],
      volumeHandle: [requiredField()],
      controllerPublishSecretRef: [secretReference],
      controllerExpandSecretRef: [secretReference],
      nodePublishSecretRef: [secretReference],
      nodeExpandSecretRef: [secretReference],
    },
  ],
  '': [
    exactlyOne([...volumeSources, 'flexVolume'], { none: 'must specify a volume type' }),
    when(hasMember('local'), {
      nodeAffinity: [requiredField('Local volume requires node affinity')],
    }),
  ],
}

export const persistentVolume: RuleTable = {
  spec: [volumeSpec],
  'spec => spec.persistentvolumesource': [validatorRule('volumeSourceKept')],
  'spec.volumeMode => volumeMode': [immutable()],
  'spec.nodeAffinity => nodeAffinity': [validatorRule('affinityKept')],
}

export const persistentVolumeClaim: RuleTable = {
  spec: [claimSpec, validatorRule('claimKept')],
  'spec.volumeMode => volumeMode': [immutable()],
}

export const podTemplateObject: RuleTable = { template: [podTemplate] }

export const nodeObjectRules: RuleTable = {
  spec: [validatorRule('podRanges')],
  'spec.providerID': [validatorRule('providerKept')],
  'spec.taints => metadata.taints': [
    {
      '[].key': [format('qualifiedName')],
      '[].value': [format('labelValue')],
      '[].effect': [
        requiredField(),
        supportedValues('NoSchedule', 'PreferNoSchedule', 'NoExecute'),
      ],
      '': [uniqueItems(['key', 'effect'])],
    },
  ],
}

export const controllerRevision: RuleTable = {
  revision: [nonNegative],
  data: [requiredField(), immutable()],
}

export const limitRange: RuleTable = {
  'spec.limits[].type': [format('limitType')],
  'spec.limits': [uniqueItems(['type'], 'type')],
  'spec.limits[]': [validatorRule('limits')],
}

export const resourceQuota: RuleTable = {
  spec: [validatorRule('quotaNames'), validatorRule('quotaScopes')],
  'spec.scopes': [validatorRule('scopesKept')],
  'spec.scopeSelector': [validatorRule('scopeSelector')],
}

export const secret: RuleTable = { '': [validatorRule('secretKeys')] }
