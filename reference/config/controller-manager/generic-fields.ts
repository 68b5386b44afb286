// Fields that all controller managers share.

import { clientConnectionField } from '../client-connection.ts'
import { invalidValue, functionRule, missingValue } from '../config-rules.ts'
import {
  boolField,
  durationField,
  int32Field,
  listField,
  type ConfigValues,
  objectField,
  pathField,
  textField,
} from '../config-kind.ts'
import { leaderElectionField } from './leader-election.ts'
import { embeddedLockRule, leaderMigrationField } from './leader-migration.ts'
import { requiredWithDefault } from '../required-with-default.ts'

const debuggingFields = {
  enableProfiling: boolField('Whether profiling is enabled.', requiredWithDefault('CM-009', true)),
  enableContentionProfiling: boolField(
    'Whether block profiling is enabled.',
    requiredWithDefault('CM-009', false),
  ),
}

const contentionNeedsProfiling = functionRule({
  requirement: 'CM-010',
  description: 'block profiling needs `enableProfiling`',
  severity: 'warning',
  *faults(debugging: ConfigValues<typeof debuggingFields>) {
    if (!debugging.enableContentionProfiling || debugging.enableProfiling) return
    yield invalidValue(['enableContentionProfiling'], true, 'has no effect without enableProfiling')
  },
})

const fields = {
  Port: int32Field('Port to serve on.', requiredWithDefault('CM-013', 0)),
  Address: textField('Address to serve on.', requiredWithDefault('CM-013', '0.0.0.0')),
  MinResyncPeriod: durationField(
    'Minimum interval between full resynchronizations; the actual interval is up to twice as long.',
    requiredWithDefault('CM-013', '12h0m0s'),
  ),
  ClientConnection: clientConnectionField({ requirement: 'CM-013', qps: 20, burst: 30 }),
  ControllerStartInterval: durationField(
    'Time between the starts of two controllers.',
    requiredWithDefault('CM-013', '0s'),
  ),
  LeaderElection: leaderElectionField,
  Controllers: listField(
    'Enabled controllers: * for the defaults, a name to enable, or -name to disable.',
    textField('A list entry; the first entry that matches a controller applies.'),
    requiredWithDefault('CM-013', ['*']),
  ),
  Debugging: objectField('Debugging options.', debuggingFields, {
    ...requiredWithDefault('CM-013', {}),
    rules: [contentionNeedsProfiling],
  }),
  LeaderMigrationEnabled: boolField(
    'Whether leader migration is enabled.',
    requiredWithDefault('CM-013', false),
  ),
  LeaderMigration: leaderMigrationField('CM-013'),
}

const migrationHasName = functionRule({
  requirement: 'de facto',
  description: 'leader migration needs the name of a lock',
  *faults({ LeaderMigrationEnabled, LeaderMigration }: ConfigValues<typeof fields>) {
    if (!LeaderMigrationEnabled || (LeaderMigration?.leaderName ?? '') !== '') return
    yield missingValue(['LeaderMigration', 'leaderName'], 'controllers move')
  },
})

export const genericFields = (requirement: string) =>
  objectField('Options common to all controller managers.', fields, {
    ...requiredWithDefault(requirement, {}),
    rules: [migrationHasName, embeddedLockRule],
  })

const sharedFields = {
  CloudProvider: objectField(
    'Cloud provider.',
    {
      Name: textField('Name of the cloud provider.', requiredWithDefault('CM-022', '')),
      CloudConfigFile: pathField(
        'Configuration file of the cloud provider.',
        requiredWithDefault('CM-022', ''),
      ),
    },
    requiredWithDefault('CM-022', {}),
  ),
  ExternalCloudVolumePlugin: textField(
    'Cloud provider whose volume plug-ins are used.',
    requiredWithDefault('CM-022', ''),
  ),
  UseServiceAccountCredentials: boolField(
    'Whether each controller uses a separate service account.',
    requiredWithDefault('CM-022', false),
  ),
  AllowUntaggedCloud: boolField(
    'Whether a cloud without cluster tags is allowed.',
    requiredWithDefault('CM-022', false),
  ),
  RouteReconciliationPeriod: durationField(
    'Interval between reconciliations of routes.',
    requiredWithDefault('CM-022', '10s'),
  ),
  NodeMonitorPeriod: durationField(
    'Interval between checks of nodes.',
    requiredWithDefault('CM-022', '5s'),
  ),
  NodeSyncPeriod: durationField(
    'Interval between synchronizations of nodes with the cloud.',
    requiredWithDefault('CM-022', '0s'),
  ),
  ClusterName: textField('Name of the cluster.', requiredWithDefault('CM-022', 'kubernetes')),
  ClusterCIDR: textField('CIDR of pods.', requiredWithDefault('CM-022', '')),
  CIDRAllocatorType: textField('Type of the CIDR allocator.', requiredWithDefault('CM-022', '')),
  AllocateNodeCIDRs: boolField(
    'Whether pod CIDRs are allocated to nodes.',
    requiredWithDefault('CM-022', false),
  ),
  ConfigureCloudRoutes: boolField(
    'Whether the CIDRs are configured as routes in the cloud.',
    requiredWithDefault('CM-022', true),
  ),
}

export const cloudSharedFields = (requirement: string) =>
  objectField(
    'Options related to the cloud provider.',
    sharedFields,
    requiredWithDefault(requirement, {}),
  )

export const serviceControllerField = (requirement: string) =>
  objectField(
    'Controller for services with cloud load balancers.',
    {
      ConcurrentServiceSyncs: int32Field(
        'Number of services synchronized concurrently.',
        requiredWithDefault('CM-024', 1),
      ),
    },
    requiredWithDefault(requirement, {}),
  )
