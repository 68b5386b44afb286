// Servers that limit events. Several limits of one server apply together, so each sort of limit has
// a server.

import { eventLimitsOf } from '../../fixtures/objects/event-limits.ts'
import type { EventLimit, LimitingSetup } from '../../fixtures/objects/event-limits.ts'
import { configDocument } from '../../properties/models/config/documents.ts'
import { inOldVersion } from '../../properties/dsl/setup-names.ts'
import type { ConfigFileTerm } from '../../properties/dsl/scenario.ts'
import type { Term } from '../../properties/dsl/term.ts'
import type { Setup } from './setup.ts'

const plugin = 'EventRateLimit'
const limitsFile = 'limits.yaml'

const configuration = (limits: readonly EventLimit[]): Term =>
  configDocument(['eventratelimit.admission', 'v1alpha1', 'Configuration'], {
    limits: limits.map(limit => ({ ...limit })),
  })

const file = (limits: readonly EventLimit[]): ConfigFileTerm => ({
  name: limitsFile,
  document: configuration(limits),
})

const standardVersion = ['apiserver.config', 'v1'] as const
const oldVersion = ['apiserver', 'v1alpha1'] as const

type Entry = { path?: string; configuration?: Term }

const setup = (
  name: string,
  entry: Entry,
  files: ConfigFileTerm[] = [],
  [group, version]: readonly [string, string] = standardVersion,
): Setup => ({
  name,
  files: [
    {
      name: 'admission.yaml',
      document: configDocument([group, version, 'AdmissionConfiguration'], {
        plugins: [{ name: plugin, ...entry }],
      }),
    },
    ...files,
  ],
  flags: ['--admission-control-config-file=admission.yaml', `--enable-admission-plugins=${plugin}`],
  isNeverRetried: true,
})

const embedded = (name: LimitingSetup): Setup =>
  setup(name, { configuration: configuration(eventLimitsOf[name]) })

/** Two servers that differ in the version of the AdmissionConfiguration. */
const inBothVersions = (name: LimitingSetup, entry: Entry, limits: readonly EventLimit[]) => [
  setup(name, entry, [file(limits)]),
  setup(inOldVersion(name), entry, [file(limits)], oldVersion),
]

/** The setups of event limits. */
export const eventLimitSetups: Setup[] = [
  embedded('limit of the server'),
  embedded('limits of namespaces'),
  embedded('limits of users'),
  embedded('limits of sources and namespaces'),
  embedded('few buckets'),
  ...inBothVersions('limits in a file', { path: limitsFile }, eventLimitsOf['limits in a file']),
  // The file has tighter limits than the embedded configuration, which replaces it.
  ...inBothVersions(
    'embedded limits',
    { path: limitsFile, configuration: configuration(eventLimitsOf['embedded limits']) },
    eventLimitsOf['limits in a file'],
  ),
]
