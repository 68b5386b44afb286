// Builds valid documents of the controller managers from the table of their fields.

import type { Term } from '../../dsl/term.ts'
import {
  commonFieldRows,
  controllerFieldRows,
  cloudFieldRows,
  signerNames,
} from './controller-managers.ts'
import type { FieldRow } from './controller-managers.ts'
import { configDocument } from './documents.ts'
import type { ConfigFieldType } from './field-types.ts'

type Members = { [name: string]: Term }

/** A value of each type that is valid in every field. */
const plain: Record<ConfigFieldType, Term> = {
  string: 'one',
  bool: true,
  int32: 5,
  uint32: 5,
  float: 0.5,
  duration: '10s',
  strings: ['*'],
  objects: [],
  object: {},
}

const leaderMigration = {
  leaderName: 'migration',
  resourceLock: 'leases',
  controllerLeaders: [{ name: 'route', component: '*' }],
}

// Genuine controller managers have no built-in clouds, and refuse a signer's own key together with
// the common key.
const ownKeys = signerNames
  .flatMap(signer => [
    `${signer}SignerConfiguration.CertFile`,
    `${signer}SignerConfiguration.KeyFile`,
  ])
  .map((path): [path: string, value: Term] => [`CSRSigningController.${path}`, ''])

/** Values of the fields in which the plain value is not valid. */
const special: [path: string, value: Term][] = [
  ['Generic.Address', '0.0.0.0'],
  ['Generic.LeaderElection.leaseDuration', '15s'],
  ['Generic.LeaderElection.renewDeadline', '10s'],
  ['Generic.LeaderElection.retryPeriod', '2s'],
  ['Generic.LeaderElection.resourceLock', 'leases'],
  ['Generic.ClientConnection.acceptContentTypes', 'application/json'],
  ['Generic.ClientConnection.contentType', 'application/json'],
  ['Generic.LeaderMigrationEnabled', false],
  ['Generic.LeaderMigration', leaderMigration],
  ['KubeCloudShared.CloudProvider', { Name: 'external', CloudConfigFile: '/etc/cloud.conf' }],
  ['KubeCloudShared.ClusterCIDR', '10.244.0.0/16'],
  ['KubeCloudShared.CIDRAllocatorType', 'RangeAllocator'],
  // Either one authority signs everything, or there is one for each kind of certificate.
  ['CSRSigningController.ClusterSigningCertFile', ''],
  ['CSRSigningController.ClusterSigningKeyFile', ''],
  ['NodeIPAMController.ServiceCIDR', '10.0.0.0/16'],
  ['NodeIPAMController.SecondaryServiceCIDR', 'fd00::/112'],
  ['NodeIPAMController.NodeCIDRMaskSizeIPv4', 24],
  ['NodeIPAMController.NodeCIDRMaskSizeIPv6', 64],
  ['GarbageCollectorController.GCIgnoredResources', [{ Group: '', Resource: 'events' }]],
  ...ownKeys,
]

/** Sets the value at a path of names, and creates missing parents. */
function planted(members: Members, [name = '', ...below]: string[], value: Term): Members {
  const held = (members[name] ?? {}) as Members
  if (below.length > 0) return { ...members, [name]: planted(held, below, value) }
  const isThere = typeof value === 'object' && value !== null && Object.keys(value).length === 0
  return { ...members, [name]: isThere && name in members ? held : value }
}

function filledBy(rows: FieldRow[]): Members {
  const paths = rows.flatMap(({ path, fields }): [string, Term][] => [
    ...(path === '' ? [] : [[path, {}] as [string, Term]]),
    // The entries of lists are among the special values.
    ...Object.entries(fields)
      .filter(([name]) => !name.includes('['))
      .map(([name, type]): [string, Term] => [path === '' ? name : `${path}.${name}`, plain[type]]),
  ])
  const tops = new Set(paths.map(([path]) => path.split('.')[0]))
  return [...paths, ...special.filter(([path]) => tops.has(path.split('.')[0]))].reduce<Members>(
    (members, [path, value]) => planted(members, path.split('.'), value),
    {},
  )
}

export const validClusterManager = configDocument(
  ['clustercontrollermanager.config', 'v1alpha1', 'ClusterControllerManagerConfiguration'],
  filledBy([...Object.values(commonFieldRows), ...Object.values(controllerFieldRows)]),
)

export const validCloudManager = configDocument(
  ['cloudcontrollermanager.config', 'v1alpha1', 'CloudControllerManagerConfiguration'],
  filledBy([...Object.values(commonFieldRows), ...Object.values(cloudFieldRows)]),
)

export const validLeaderMigration = configDocument(
  ['controllermanager.config', 'v1alpha1', 'LeaderMigrationConfiguration'],
  leaderMigration,
)

/** The sub-configurations of the cluster controller manager (CM-028). */
export const subConfigurations = [
  'Generic',
  'KubeCloudShared',
  'ServiceController',
  ...Object.values(controllerFieldRows).flatMap(({ path }) => (path.includes('.') ? [] : [path])),
]
