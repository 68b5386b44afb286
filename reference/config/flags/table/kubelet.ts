// What genuine agents have besides, on Linux: settings of the monitor that they contain.

import type { Flag } from '../flag.ts'
import { inGroup } from './in-group.ts'

const left = 'it came with the monitor by mistake and is going away'

type Own = Pick<Flag, 'name' | 'type' | 'default' | 'says'>

const own: readonly Own[] = [
  {
    name: 'application-metrics-count-limit',
    type: 'int64',
    default: 100,
    says: 'How many metrics of applications are kept',
  },
  {
    name: 'boot-id-file',
    type: 'string',
    default: '/proc/sys/kernel/random/boot_id',
    says: 'Where the id of the boot is',
  },
  {
    name: 'container-hints',
    type: 'string',
    default: '/etc/cadvisor/container_hints.json',
    says: 'Where hints about containers are',
  },
  {
    name: 'containerd',
    type: 'string',
    default: '/run/containerd/containerd.sock',
    says: 'Where containerd is',
  },
  {
    name: 'containerd-namespace',
    type: 'string',
    default: 'k8s.io',
    says: 'The namespace in containerd',
  },
  {
    name: 'enable-load-reader',
    type: 'boolean',
    default: false,
    says: 'Read the load of processors',
  },
  {
    name: 'event-storage-age-limit',
    type: 'string',
    default: 'default=0',
    says: 'How long events are kept',
  },
  {
    name: 'event-storage-event-limit',
    type: 'string',
    default: 'default=0',
    says: 'How many events are kept',
  },
  {
    name: 'global-housekeeping-interval',
    type: 'duration',
    default: '1m0s',
    says: 'How often all is looked after',
  },
  {
    name: 'log-cadvisor-usage',
    type: 'boolean',
    default: false,
    says: 'Log what the monitor itself uses',
  },
  {
    name: 'machine-id-file',
    type: 'string',
    default: '/etc/machine-id,/var/lib/dbus/machine-id',
    says: 'Where the id of the machine is',
  },
  {
    name: 'storage-driver-buffer-duration',
    type: 'duration',
    default: '1m0s',
    says: 'How long writes to a database wait',
  },
  { name: 'storage-driver-db', type: 'string', default: 'cadvisor', says: 'The database' },
  {
    name: 'storage-driver-host',
    type: 'string',
    default: 'localhost:8086',
    says: 'Where the database is',
  },
  { name: 'storage-driver-password', type: 'string', default: 'root', says: 'Its password' },
  {
    name: 'storage-driver-secure',
    type: 'boolean',
    default: false,
    says: 'Use TLS to the database',
  },
  {
    name: 'storage-driver-table',
    type: 'string',
    default: 'stats',
    says: 'The table in the database',
  },
  {
    name: 'storage-driver-user',
    type: 'string',
    default: 'root',
    says: 'The user of the database',
  },
]

const onlyThere = { onlyIn: 'kubernetes', onlyOn: 'linux', by: [] } as const

export const monitor = inGroup('The monitor', [
  {
    name: 'housekeeping-interval',
    type: 'duration',
    default: '10s',
    says: 'How often containers are looked after',
    ...onlyThere,
  },
  ...own.map(row => ({ ...row, deprecated: left, ...onlyThere })),
])
