// Rules of volumes of pods and of persistent volumes.

import { claimSpec } from './claims.table.ts'
import { labelSelector, templateMetadata } from './meta.table.ts'
import {
  atLeast,
  exactlyOne,
  format,
  hasMember,
  alwaysInvalid,
  validatorRule,
  not,
  supportedValues,
  range,
  requiredField,
  type RuleTable,
  when,
  memberIs,
} from './rule-table.ts'

const mode = [
  {
    is: 'range',
    min: 0,
    max: 511,
    because: 'must be a number between 0 and 0777 (octal), both inclusive',
  },
] as const

const named = (...members: readonly string[]): RuleTable =>
  Object.fromEntries(members.map(member => [member, [requiredField()]]))

const keyToPath: RuleTable = {
  key: [requiredField()],
  path: [requiredField(), format('ownPath')],
  mode,
}

const downwardFile: RuleTable = {
  path: [requiredField(), format('ownPath')],
  mode,
  '': [
    when(not({ any: [hasMember('fieldRef'), hasMember('resourceFieldRef')] }), {
      '': [validatorRule('oneReference')],
    }),
    when(
      { all: [hasMember('fieldRef'), hasMember('resourceFieldRef')] },
      {
        '': [alwaysInvalid('fieldRef and resourceFieldRef can not be specified simultaneously')],
      },
    ),
  ],
  fieldRef: [validatorRule('volumeFieldPath')],
  resourceFieldRef: [validatorRule('volumeResourceField')],
}

const partition = range(0, 255)
const iscsiName = format('iscsiName')

export const iscsi: RuleTable = {
  ...named('targetPortal'),
  iqn: [requiredField(), iscsiName],
  lun: [range(0, 255)],
  'initiatorName => initiatorname': [iscsiName],
  '': [
    when(
      { any: [memberIs('chapAuthDiscovery', true), memberIs('chapAuthSession', true)] },
      {
        secretRef: [requiredField()],
      },
    ),
  ],
}

/** Volume sources that pods and persistent volumes share. */
export const sharedVolumeSources: RuleTable = {
  hostPath: [
    {
      path: [requiredField(), format('noBacksteps')],
      type: [
        supportedValues(
          'BlockDevice',
          'CharDevice',
          'Directory',
          'DirectoryOrCreate',
          'File',
          'FileOrCreate',
          'Socket',
          '',
        ),
      ],
    },
  ],
  nfs: [{ server: [requiredField()], path: [requiredField(), format('absolutePathOrEmpty')] }],
  iscsi: [iscsi],
  fc: [validatorRule('fibreChannel')],
  gcePersistentDisk: [{ pdName: [requiredField()], partition: [partition] }],
  awsElasticBlockStore: [{ volumeID: [requiredField()], partition: [partition] }],
  glusterfs: [named('endpoints', 'path')],
  rbd: [named('monitors', 'image')],
  cephfs: [named('monitors')],
  cinder: [named('volumeID')],
  flocker: [
    {
      '': [
        exactlyOne(['datasetName', 'datasetUUID'], {
          none: 'one of datasetName and datasetUUID is required',
        }),
      ],
      datasetName: [format('noSlash')],
    },
  ],
  flexVolume: [{ driver: [requiredField()], options: [validatorRule('flexOptions')] }],
  azureFile: [{ secretName: [requiredField()], shareName: [requiredField()] }],
  azureDisk: [
    {
      ...named('diskName', 'diskURI'),
      cachingMode: [supportedValues('None', 'ReadOnly', 'ReadWrite')],
      kind: [supportedValues('Dedicated', 'Managed', 'Shared')],
      '': [validatorRule('azureDiskUri')],
    },
  ],
  quobyte: [{ ...named('volume'), registry: [validatorRule('quobyteRegistry')] }],
  vsphereVolume: [named('volumePath')],
  photonPersistentDisk: [named('pdID')],
  portworxVolume: [named('volumeID')],
  scaleIO: [named('gateway', 'system', 'volumeName')],
}

const sources = [
  'emptyDir',
  'hostPath',
  'gitRepo',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'secret',
  'nfs',
  'iscsi',
  'glusterfs',
  'persistentVolumeClaim',
  'rbd',
  'cinder',
  'cephfs',
  'flocker',
  'downwardAPI',
  'fc',
  'flexVolume',
  'configMap',
  'azureFile',
  'vsphereVolume',
  'quobyte',
  'azureDisk',
  'storageos',
  'photonPersistentDisk',
  'projected',
  'portworxVolume',
  'scaleIO',
  'csi',
  'ephemeral',
  'image',
]

const projected: RuleTable = {
  defaultMode: mode,
  'sources[]': [
    {
      '': [validatorRule('oneProjection')],
      'secret.name': [requiredField()],
      'secret.items[]': [keyToPath],
      'configMap.name': [requiredField()],
      'configMap.items[]': [keyToPath],
      'downwardAPI.items[] => downwardAPI': [downwardFile],
      serviceAccountToken: [
        {
          expirationSeconds: [atLeast(600, 'may not specify a duration less than 10 minutes')],
        },
      ],
      clusterTrustBundle: [
        {
          path: [requiredField(), format('ownPath')],
          name: [requiredField('must be a valid object name'), format('trustBundleName')],
          labelSelector: [labelSelector],
        },
      ],
    },
  ],
  'sources[].serviceAccountToken.path => path': [requiredField(), format('ownPath')],
  '': [validatorRule('projectedPaths')],
}

/** A volume of a pod. */
export const volume: RuleTable = {
  name: [requiredField(), format('dnsLabel')],
  '': [
    exactlyOne(sources, {
      none: 'must specify a volume type',
      many: 'may not specify more than 1 volume type',
    }),
  ],
  'emptyDir.sizeLimit': [validatorRule('sizeLimit')],
  gitRepo: [{ repository: [requiredField()], directory: [format('descendingPath')] }],
  secret: [{ secretName: [requiredField()], defaultMode: mode, 'items[]': [keyToPath] }],
  configMap: [{ name: [requiredField()], defaultMode: mode, 'items[]': [keyToPath] }],
  'persistentVolumeClaim.claimName': [requiredField()],
  downwardAPI: [{ defaultMode: mode }],
  'downwardAPI.items[] => downwardAPI': [downwardFile],
  projected: [projected],
  storageos: [
    {
      volumeName: [requiredField(), format('dnsLabelOrEmpty')],
      volumeNamespace: [format('dnsLabelOrEmpty')],
      'secretRef.name': [requiredField()],
    },
  ],
  csi: [
    {
      driver: [requiredField(), format('driverName')],
      'nodePublishSecretRef.name': [requiredField()],
      'nodePublishSecretRef.name => name': [format('subdomainOrEmpty')],
    },
  ],
  'ephemeral.volumeClaimTemplate': [
    requiredField(),
    { metadata: [templateMetadata], spec: [claimSpec] },
  ],
  image: [validatorRule('imageVolume')],
  ...sharedVolumeSources,
}
