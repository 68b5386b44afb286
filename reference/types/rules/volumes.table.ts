// The sorts of volumes that pods and volumes of the cluster have.

import { claimSpec } from './claims.table.ts'
import { labelSelector, templateMetadata } from './meta.table.ts'
import {
  atLeast,
  exactlyOne,
  format,
  has,
  invalid,
  law,
  not,
  oneOf,
  range,
  required,
  type Table,
  when,
  where,
} from './vocabulary.ts'

const mode = [
  {
    is: 'range',
    min: 0,
    max: 511,
    because: 'must be a number between 0 and 0777 (octal), both inclusive',
  },
] as const

const named = (...members: readonly string[]): Table =>
  Object.fromEntries(members.map(member => [member, [required()]]))

const keyToPath: Table = {
  key: [required()],
  path: [required(), format('ownPath')],
  mode,
}

const downwardFile: Table = {
  path: [required(), format('ownPath')],
  mode,
  '': [
    when(not({ any: [has('fieldRef'), has('resourceFieldRef')] }), {
      '': [law('oneReference')],
    }),
    when(
      { all: [has('fieldRef'), has('resourceFieldRef')] },
      {
        '': [invalid('fieldRef and resourceFieldRef can not be specified simultaneously')],
      },
    ),
  ],
  fieldRef: [law('volumeFieldPath')],
  resourceFieldRef: [law('volumeResourceField')],
}

const partition = range(0, 255)
const iscsiName = format('iscsiName')

export const iscsi: Table = {
  ...named('targetPortal'),
  iqn: [required(), iscsiName],
  lun: [range(0, 255)],
  'initiatorName => initiatorname': [iscsiName],
  '': [
    when(
      { any: [where('chapAuthDiscovery', true), where('chapAuthSession', true)] },
      {
        secretRef: [required()],
      },
    ),
  ],
}

/** Sorts of volumes that pods and the cluster have in the same form. */
export const sharedSources: Table = {
  hostPath: [
    {
      path: [required(), format('noBacksteps')],
      type: [
        oneOf(
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
  nfs: [{ server: [required()], path: [required(), format('absolutePathOrEmpty')] }],
  iscsi: [iscsi],
  fc: [law('fibreChannel')],
  gcePersistentDisk: [{ pdName: [required()], partition: [partition] }],
  awsElasticBlockStore: [{ volumeID: [required()], partition: [partition] }],
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
  flexVolume: [{ driver: [required()], options: [law('flexOptions')] }],
  azureFile: [{ secretName: [required()], shareName: [required()] }],
  azureDisk: [
    {
      ...named('diskName', 'diskURI'),
      cachingMode: [oneOf('None', 'ReadOnly', 'ReadWrite')],
      kind: [oneOf('Dedicated', 'Managed', 'Shared')],
      '': [law('azureDiskUri')],
    },
  ],
  quobyte: [{ ...named('volume'), registry: [law('quobyteRegistry')] }],
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

const projected: Table = {
  defaultMode: mode,
  'sources[]': [
    {
      '': [law('oneProjection')],
      'secret.name': [required()],
      'secret.items[]': [keyToPath],
      'configMap.name': [required()],
      'configMap.items[]': [keyToPath],
      'downwardAPI.items[] => downwardAPI': [downwardFile],
      serviceAccountToken: [
        {
          expirationSeconds: [atLeast(600, 'may not specify a duration less than 10 minutes')],
        },
      ],
      clusterTrustBundle: [
        {
          path: [required(), format('ownPath')],
          name: [required('must be a valid object name'), format('trustBundleName')],
          labelSelector: [labelSelector],
        },
      ],
    },
  ],
  'sources[].serviceAccountToken.path => path': [required(), format('ownPath')],
  '': [law('projectedPaths')],
}

/** A volume of a pod. */
export const volume: Table = {
  name: [required(), format('dnsLabel')],
  '': [
    exactlyOne(sources, {
      none: 'must specify a volume type',
      many: 'may not specify more than 1 volume type',
    }),
  ],
  'emptyDir.sizeLimit': [law('sizeLimit')],
  gitRepo: [{ repository: [required()], directory: [format('descendingPath')] }],
  secret: [{ secretName: [required()], defaultMode: mode, 'items[]': [keyToPath] }],
  configMap: [{ name: [required()], defaultMode: mode, 'items[]': [keyToPath] }],
  'persistentVolumeClaim.claimName': [required()],
  downwardAPI: [{ defaultMode: mode }],
  'downwardAPI.items[] => downwardAPI': [downwardFile],
  projected: [projected],
  storageos: [
    {
      volumeName: [required(), format('dnsLabelOrEmpty')],
      volumeNamespace: [format('dnsLabelOrEmpty')],
      'secretRef.name': [required()],
    },
  ],
  csi: [
    {
      driver: [required(), format('driverName')],
      'nodePublishSecretRef.name': [required()],
      'nodePublishSecretRef.name => name': [format('subdomainOrEmpty')],
    },
  ],
  'ephemeral.volumeClaimTemplate': [
    required(),
    { metadata: [templateMetadata], spec: [claimSpec] },
  ],
  image: [law('imageVolume')],
  ...sharedSources,
}
