// Additional flags of genuine agents on Linux, which configure their built-in resource monitor.

import type { Flag } from '../flag.ts'
import { flagGroup } from './flag-group.ts'

const left = 'it comes from cAdvisor by accident and will be removed'

type Own = Pick<Flag, 'name' | 'type' | 'default' | 'description'>

const own: readonly Own[] = [
  {
    name: 'application-metrics-count-limit',
    type: 'int64',
    default: 100,
    description: 'Maximum number of application metrics to store per container',
  },
  {
    name: 'boot-id-file',
    type: 'string',
    default: '/proc/sys/kernel/random/boot_id',
    description: 'Files to read the boot ID from',
  },
  {
    name: 'container-hints',
    type: 'string',
    default: '/etc/cadvisor/container_hints.json',
    description: 'Location of the container hints file',
  },
  {
    name: 'containerd',
    type: 'string',
    default: '/run/containerd/containerd.sock',
    description: 'Endpoint of containerd',
  },
  {
    name: 'containerd-namespace',
    type: 'string',
    default: 'k8s.io',
    description: 'Namespace of containerd',
  },
  {
    name: 'enable-load-reader',
    type: 'boolean',
    default: false,
    description: 'Enable the CPU load reader',
  },
  {
    name: 'event-storage-age-limit',
    type: 'string',
    default: 'default=0',
    description: 'Maximum age of stored events, by event type',
  },
  {
    name: 'event-storage-event-limit',
    type: 'string',
    default: 'default=0',
    description: 'Maximum number of stored events, by event type',
  },
  {
    name: 'global-housekeeping-interval',
    type: 'duration',
    default: '1m0s',
    description: 'Interval between global housekeepings',
  },
  {
    name: 'log-cadvisor-usage',
    type: 'boolean',
    default: false,
    description: 'Log the resource usage of cAdvisor itself',
  },
  {
    name: 'machine-id-file',
    type: 'string',
    default: '/etc/machine-id,/var/lib/dbus/machine-id',
    description: 'Files to read the machine ID from',
  },
  {
    name: 'storage-driver-buffer-duration',
    type: 'duration',
    default: '1m0s',
    description: 'Time that writes to the storage driver are buffered',
  },
  { name: 'storage-driver-db', type: 'string', default: 'cadvisor', description: 'Database name' },
  {
    name: 'storage-driver-host',
    type: 'string',
    default: 'localhost:8086',
    description: 'Database host and port',
  },
  {
    name: 'storage-driver-password',
    type: 'string',
    default: 'root',
    description: 'Database password',
  },
  {
    name: 'storage-driver-secure',
    type: 'boolean',
    default: false,
    description: 'Use TLS for the connection to the database',
  },
  {
    name: 'storage-driver-table',
    type: 'string',
    default: 'stats',
    description: 'Table name in the database',
  },
  {
    name: 'storage-driver-user',
    type: 'string',
    default: 'root',
    description: 'Database user',
  },
]

const onlyThere = { onlyIn: 'kubernetes', onlyOn: 'linux', requirement: [] } as const

export const monitorFlags = flagGroup('cAdvisor', [
  {
    name: 'housekeeping-interval',
    type: 'duration',
    default: '10s',
    description: 'Interval between container housekeepings',
    ...onlyThere,
  },
  ...own.map(row => ({ ...row, deprecated: left, ...onlyThere })),
])
