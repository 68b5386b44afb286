// What all controller managers have.

import { clientConnection } from '../client-connection.ts'
import { invalid, law, missing } from '../rules.ts'
import { bool, duration, int32, list, type Members, object, path, text } from '../vocabulary.ts'
import { leaderElection } from './leader-election.ts'
import { embeddedLock, leaderMigration } from './leader-migration.ts'
import { needed } from '../needed.ts'

const debuggingFields = {
  enableProfiling: bool('Whether profiling is enabled.', needed('CM-009', true)),
  enableContentionProfiling: bool('Whether block profiling is enabled.', needed('CM-009', false)),
}

const contentionNeedsProfiling = law({
  by: 'CM-010',
  says: 'block profiling needs `enableProfiling`',
  severity: 'warning',
  *faults(debugging: Members<typeof debuggingFields>) {
    if (!debugging.enableContentionProfiling || debugging.enableProfiling) return
    yield invalid(['enableContentionProfiling'], true, 'has no effect without enableProfiling')
  },
})

const fields = {
  Port: int32('Port to serve on.', needed('CM-013', 0)),
  Address: text('Address to serve on.', needed('CM-013', '0.0.0.0')),
  MinResyncPeriod: duration(
    'Minimum interval between full resynchronizations; the actual interval is up to twice as long.',
    needed('CM-013', '12h0m0s'),
  ),
  ClientConnection: clientConnection({ by: 'CM-013', qps: 20, burst: 30 }),
  ControllerStartInterval: duration(
    'Time between the starts of two controllers.',
    needed('CM-013', '0s'),
  ),
  LeaderElection: leaderElection,
  Controllers: list(
    'Enabled controllers: * for the defaults, a name to enable, or -name to disable.',
    text('A list entry; the first entry that matches a controller applies.'),
    needed('CM-013', ['*']),
  ),
  Debugging: object('Debugging options.', debuggingFields, {
    ...needed('CM-013', {}),
    rules: [contentionNeedsProfiling],
  }),
  LeaderMigrationEnabled: bool('Whether leader migration is enabled.', needed('CM-013', false)),
  LeaderMigration: leaderMigration('CM-013'),
}

const migrationHasName = law({
  by: 'de facto',
  says: 'leader migration needs the name of a lock',
  *faults({ LeaderMigrationEnabled, LeaderMigration }: Members<typeof fields>) {
    if (!LeaderMigrationEnabled || (LeaderMigration?.leaderName ?? '') !== '') return
    yield missing(['LeaderMigration', 'leaderName'], 'controllers move')
  },
})

export const generic = (by: string) =>
  object('Options common to all controller managers.', fields, {
    ...needed(by, {}),
    rules: [migrationHasName, embeddedLock],
  })

const sharedFields = {
  CloudProvider: object(
    'Cloud provider.',
    {
      Name: text('Name of the cloud provider.', needed('CM-022', '')),
      CloudConfigFile: path('Configuration file of the cloud provider.', needed('CM-022', '')),
    },
    needed('CM-022', {}),
  ),
  ExternalCloudVolumePlugin: text(
    'Cloud provider whose volume plug-ins are used.',
    needed('CM-022', ''),
  ),
  UseServiceAccountCredentials: bool(
    'Whether each controller uses a separate service account.',
    needed('CM-022', false),
  ),
  AllowUntaggedCloud: bool(
    'Whether a cloud without cluster tags is allowed.',
    needed('CM-022', false),
  ),
  RouteReconciliationPeriod: duration(
    'Interval between reconciliations of routes.',
    needed('CM-022', '10s'),
  ),
  NodeMonitorPeriod: duration('Interval between checks of nodes.', needed('CM-022', '5s')),
  NodeSyncPeriod: duration(
    'Interval between synchronizations of nodes with the cloud.',
    needed('CM-022', '0s'),
  ),
  ClusterName: text('Name of the cluster.', needed('CM-022', 'kubernetes')),
  ClusterCIDR: text('CIDR of pods.', needed('CM-022', '')),
  CIDRAllocatorType: text('Type of the CIDR allocator.', needed('CM-022', '')),
  AllocateNodeCIDRs: bool('Whether pod CIDRs are allocated to nodes.', needed('CM-022', false)),
  ConfigureCloudRoutes: bool(
    'Whether the CIDRs are configured as routes in the cloud.',
    needed('CM-022', true),
  ),
}

export const cloudShared = (by: string) =>
  object('Options related to the cloud provider.', sharedFields, needed(by, {}))

export const serviceController = (by: string) =>
  object(
    'Controller for services with cloud load balancers.',
    {
      ConcurrentServiceSyncs: int32(
        'Number of services synchronized concurrently.',
        needed('CM-024', 1),
      ),
    },
    needed(by, {}),
  )
