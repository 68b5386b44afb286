// Services, volumes of the cluster, nodes, quotas and other core types.

import { labels, nodeSelector } from './meta.table.ts'
import { podTemplate } from './pods.table.ts'
import {
  amount,
  exactlyOne,
  fixed,
  forbidden,
  format,
  has,
  law,
  natural,
  not,
  oneOf,
  port,
  required,
  type Table,
  unique,
  when,
  where,
} from './vocabulary.ts'
import { claimSpec } from './claims.table.ts'
import { iscsi, sharedSources } from './volumes.table.ts'

const familyPolicies = ['PreferDualStack', 'RequireDualStack', 'SingleStack']
const onlyBalanced = "may only be used when `type` is 'LoadBalancer'"
const isBalanced = where('type', 'LoadBalancer')

export const service: Table = {
  spec: [
    {
      type: [required(), oneOf('ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort')],
      'ports[]': [
        {
          name: [format('dnsLabelOrEmpty')],
          port: [port],
          protocol: [required(), oneOf('SCTP', 'TCP', 'UDP')],
          targetPort: [law('portOrName')],
          appProtocol: [format('qualifiedName')],
        },
      ],
      ports: [law('servicePorts')],
      selector: [labels],
      sessionAffinity: [required(), oneOf('ClientIP', 'None')],
      'externalIPs[]': [format('endpointAddress')],
      internalTrafficPolicy: [oneOf('Cluster', 'Local')],
      trafficDistribution: [oneOf('PreferClose', 'PreferSameZone', 'PreferSameNode')],
      '': [
        when(where('type', 'ExternalName'), {
          externalName: [required(), format('subdomainDotted')],
          'clusterIP => clusterIPs': [forbidden('may not be set for ExternalName services')],
          clusterIPs: [forbidden('may not be set for ExternalName services')],
          ipFamilies: [forbidden('may not be set for ExternalName services')],
          ipFamilyPolicy: [forbidden('may not be set for ExternalName services')],
        }),
        when(where('sessionAffinity', 'ClientIP'), {
          'sessionAffinityConfig.clientIP.timeoutSeconds': [
            {
              is: 'range',
              min: 1,
              max: 86_400,
              because: 'must be greater than 0 and less than 86400',
            },
          ],
        }),
        when(where('sessionAffinity', 'None'), {
          sessionAffinityConfig: [forbidden('must not be set when session affinity is None')],
        }),
        when(not(where('type', 'ExternalName')), {
          'ipFamilies[]': [oneOf('IPv4', 'IPv6')],
          ipFamilies: [unique()],
          ipFamilyPolicy: [oneOf(...familyPolicies)],
          '': [law('clusterAddresses')],
        }),
        when(not(isBalanced), {
          'loadBalancerSourceRanges => LoadBalancerSourceRanges': [forbidden(onlyBalanced)],
          allocateLoadBalancerNodePorts: [law('onlyBalanced')],
          loadBalancerClass: [law('onlyBalanced')],
        }),
        when(isBalanced, { loadBalancerClass: [format('qualifiedName'), law('classKept')] }),
        law('sourceRanges'),
        law('externalTraffic'),
        law('addressKept'),
      ],
    },
  ],
}

const endpointAddress: Table = {
  ip: [format('endpointAddress')],
  hostname: [format('dnsLabelOrEmpty')],
  nodeName: [format('subdomain')],
}

export const endpoints: Table = {
  'subsets[]': [
    {
      '': [law('someAddress')],
      'addresses[]': [endpointAddress],
      'notReadyAddresses[]': [endpointAddress],
      ports: [law('namedPorts')],
      'ports[]': [
        {
          name: [format('dnsLabelOrEmpty')],
          port: [port],
          protocol: [required(), oneOf('SCTP', 'TCP', 'UDP')],
          appProtocol: [format('qualifiedName')],
        },
      ],
    },
  ],
}

const secretReference: Table = {
  name: [required(), format('subdomainOrEmpty')],
  namespace: [required(), format('dnsLabelOrEmpty')],
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

export const volumeSpec: Table = {
  ...sharedSources,
  accessModes: [required(), law('accessModes')],
  'accessModes[] => accessModes': [
    oneOf('ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'),
  ],
  capacity: [law('onlyStorage')],
  'capacity{}': [amount(1, 'must be greater than zero')],
  persistentVolumeReclaimPolicy: [oneOf('Delete', 'Recycle', 'Retain', '')],
  volumeMode: [oneOf('Block', 'Filesystem')],
  storageClassName: [format('subdomainOrEmpty')],
  volumeAttributesClassName: [law('classOfAttributes')],
  nodeAffinity: [{ required: [required('must specify required node constraints'), nodeSelector] }],
  local: [{ path: [required(), format('noBacksteps')] }],
  iscsi: [iscsi, { 'secretRef.name': [required()] }],
  csi: [
    {
      driver: [required(), format('driverName')],
      volumeHandle: [required()],
      controllerPublishSecretRef: [secretReference],
      controllerExpandSecretRef: [secretReference],
      nodePublishSecretRef: [secretReference],
      nodeExpandSecretRef: [secretReference],
    },
  ],
  '': [
    exactlyOne([...volumeSources, 'flexVolume'], { none: 'must specify a volume type' }),
    when(has('local'), { nodeAffinity: [required('Local volume requires node affinity')] }),
  ],
}

export const persistentVolume: Table = {
  spec: [volumeSpec],
  'spec => spec.persistentvolumesource': [law('volumeSourceKept')],
  'spec.volumeMode => volumeMode': [fixed()],
  'spec.nodeAffinity => nodeAffinity': [law('affinityKept')],
}

export const persistentVolumeClaim: Table = {
  spec: [claimSpec, law('claimKept')],
  'spec.volumeMode => volumeMode': [fixed()],
}

export const podTemplateObject: Table = { template: [podTemplate] }

export const node: Table = {
  spec: [law('podRanges')],
  'spec.providerID': [law('providerKept')],
  'spec.taints => metadata.taints': [
    {
      '[].key': [format('qualifiedName')],
      '[].value': [format('labelValue')],
      '[].effect': [required(), oneOf('NoSchedule', 'PreferNoSchedule', 'NoExecute')],
      '': [unique(['key', 'effect'])],
    },
  ],
}

export const controllerRevision: Table = {
  revision: [natural],
  data: [required(), fixed()],
}

export const limitRange: Table = {
  'spec.limits[].type': [format('limitType')],
  'spec.limits': [unique(['type'], 'type')],
  'spec.limits[]': [law('limits')],
}

export const resourceQuota: Table = {
  spec: [law('quotaNames'), law('quotaScopes')],
  'spec.scopes': [law('scopesKept')],
  'spec.scopeSelector': [law('scopeSelector')],
}

export const secret: Table = { '': [law('secretKeys')] }
