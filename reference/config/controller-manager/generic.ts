// What all controller managers have.

import { clientConnection } from '../client-connection.ts'
import { invalid, law, missing } from '../rules.ts'
import { bool, duration, int32, list, type Members, object, path, text } from '../vocabulary.ts'
import { leaderElection } from './leader-election.ts'
import { embeddedLock, leaderMigration } from './leader-migration.ts'
import { needed } from '../needed.ts'

const debuggingFields = {
  enableProfiling: bool('Whether profiles are served.', needed('CM-009', true)),
  enableContentionProfiling: bool('Whether they tell of waiting, too.', needed('CM-009', false)),
}

const contentionNeedsProfiling = law({
  by: 'CM-010',
  says: 'profiles of waiting only where profiles are served',
  severity: 'warning',
  *faults(debugging: Members<typeof debuggingFields>) {
    if (!debugging.enableContentionProfiling || debugging.enableProfiling) return
    yield invalid(['enableContentionProfiling'], true, 'has no effect without enableProfiling')
  },
})

const fields = {
  Port: int32('The port that it listens on.', needed('CM-013', 0)),
  Address: text('The address that it listens on.', needed('CM-013', '0.0.0.0')),
  MinResyncPeriod: duration(
    'How often everything is looked at again: once to twice this long.',
    needed('CM-013', '12h0m0s'),
  ),
  ClientConnection: clientConnection({ by: 'CM-013', qps: 20, burst: 30 }),
  ControllerStartInterval: duration(
    'How long from the start of one controller to that of the next.',
    needed('CM-013', '0s'),
  ),
  LeaderElection: leaderElection,
  Controllers: list(
    'Which controllers run: * for the usual ones, a name, or -name for not that one.',
    text('One of them; the first that says something of a controller counts.'),
    needed('CM-013', ['*']),
  ),
  Debugging: object('What helps to find faults.', debuggingFields, {
    ...needed('CM-013', {}),
    rules: [contentionNeedsProfiling],
  }),
  LeaderMigrationEnabled: bool('Whether controllers move.', needed('CM-013', false)),
  LeaderMigration: leaderMigration('CM-013'),
}

const migrationHasName = law({
  by: 'de facto',
  says: 'controllers that move need the name of a lock',
  *faults({ LeaderMigrationEnabled, LeaderMigration }: Members<typeof fields>) {
    if (!LeaderMigrationEnabled || (LeaderMigration?.leaderName ?? '') !== '') return
    yield missing(['LeaderMigration', 'leaderName'], 'controllers move')
  },
})

export const generic = (by: string) =>
  object('What all controller managers have.', fields, {
    ...needed(by, {}),
    rules: [migrationHasName, embeddedLock],
  })

const sharedFields = {
  CloudProvider: object(
    'The cloud that the cluster is in.',
    {
      Name: text('Its name.', needed('CM-022', '')),
      CloudConfigFile: path('The file with what it needs.', needed('CM-022', '')),
    },
    needed('CM-022', {}),
  ),
  ExternalCloudVolumePlugin: text('The cloud whose volumes are used.', needed('CM-022', '')),
  UseServiceAccountCredentials: bool(
    'Whether each controller is a user of its own.',
    needed('CM-022', false),
  ),
  AllowUntaggedCloud: bool('Whether the cloud need not be tagged.', needed('CM-022', false)),
  RouteReconciliationPeriod: duration('How often routes are looked at.', needed('CM-022', '10s')),
  NodeMonitorPeriod: duration('How often nodes are looked at.', needed('CM-022', '5s')),
  NodeSyncPeriod: duration('How often nodes are compared with the cloud.', needed('CM-022', '0s')),
  ClusterName: text('The name of the cluster.', needed('CM-022', 'kubernetes')),
  ClusterCIDR: text('The addresses of pods.', needed('CM-022', '')),
  CIDRAllocatorType: text('How addresses are given out.', needed('CM-022', '')),
  AllocateNodeCIDRs: bool('Whether nodes are given addresses.', needed('CM-022', false)),
  ConfigureCloudRoutes: bool('Whether the cloud is told of them.', needed('CM-022', true)),
}

export const cloudShared = (by: string) =>
  object('What has to do with the cloud.', sharedFields, needed(by, {}))

export const serviceController = (by: string) =>
  object(
    'Services with load balancers of the cloud.',
    {
      ConcurrentServiceSyncs: int32('How many at the same time.', needed('CM-024', 1)),
    },
    needed(by, {}),
  )
