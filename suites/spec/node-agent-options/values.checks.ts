// What values the options of the node agent take, beyond their types.

import {
  allocatables,
  durations,
  gatePairs,
  headers,
  insecure,
  percentages,
  policyPairs,
  preferred,
  reservations,
  scores,
  suiteNames,
  taints,
  thresholds,
} from '../../../properties/scenarios/node-agent-options/agent-values.ts'
import {
  around,
  lineMeans,
  lineNoted,
  lineRefused,
  lineTaken,
  onlyIn,
} from '../../../properties/scenarios/node-agent-options/options.ts'
import type { Line } from '../../../properties/scenarios/node-agent-options/options.ts'
import { commandLines, drawnLines } from '../../configuration.ts'
import type { Check } from '../../check.ts'
import type { Id } from '../../generated/catalogue.ts'

/** What the genuine agent finds, or fills in, when it has begun to run. */
const later = (line: Line): Line => onlyIn('cluster', line)

/** These values and no other. */
const oneOf = (id: Id, flag: string, values: string[], refusal = (line: Line) => line): Check =>
  commandLines(
    id,
    `\`${flag}\` is ${values.map(value => value || 'empty').join(' or ')}.`,
    ...values.map(value => lineTaken(`${flag}=${value}`)),
    refusal(lineRefused([`${flag}=no-such-value`])),
  )

/** 0 stands for the default, and less is refused. */
const zeroIsDefault = (id: Id, flag: string, value: number): Check =>
  commandLines(
    id,
    `\`${flag}\` of 0 means ${value}.`,
    later(lineMeans([`${flag}=0`], flag, value)),
    lineMeans([`${flag}=7`], flag, 7),
  )

const notBelowZero = (id: Id, flag: string, value: number): Check =>
  commandLines(
    id,
    `\`${flag}\` is 0 or more, and 0 means ${value}.`,
    lineTaken(`${flag}=0`),
    lineRefused([`${flag}=-1`]),
    later(lineMeans([`${flag}=0`], flag, value)),
  )

const windows = { beside: { platform: 'windows' } }
const endpoint = '--container-runtime-endpoint'

export default [
  commandLines(
    'AGENT-134',
    'Policies that are `none`.',
    lineNoted('the CPU manager', '--cpu-manager-policy=none'),
    lineNoted('the topology manager', '--topology-manager-policy=none'),
  ),
  drawnLines('AGENT-136', 'Durations are written like `20s` or `2m0s`.', durations()),
  oneOf('AGENT-153', '--cgroup-driver', ['cgroupfs', 'systemd'], later),
  oneOf('AGENT-155', '--cloud-provider', ['', 'external'], later),
  commandLines(
    'AGENT-160',
    '`--container-log-max-files` is 2 or more.',
    lineTaken('--container-log-max-files=2'),
    lineRefused(['--container-log-max-files=1']),
  ),
  commandLines(
    'AGENT-161',
    '`--container-log-max-size` is a quantity.',
    lineTaken('--container-log-max-size=10Mi'),
    lineRefused(['--container-log-max-size=10Q']),
  ),
  commandLines(
    'AGENT-162',
    'The runtime is at a unix socket on Linux, and at npipe or tcp on Windows.',
    lineTaken(`${endpoint}=unix:///run/one.sock`),
    later(lineRefused([`${endpoint}=npipe:////./pipe/one`])),
    later(lineRefused([`${endpoint}=tcp://127.0.0.1:3735`])),
    later(around(windows, lineTaken(`${endpoint}=npipe:////./pipe/one`))),
    later(around(windows, lineTaken(`${endpoint}=tcp://127.0.0.1:3735`))),
  ),
  commandLines(
    'AGENT-164',
    '`--cpu-manager-policy` is none or static.',
    lineTaken('--cpu-manager-policy=none'),
    lineTaken('--cpu-manager-policy=static', '--system-reserved=cpu=500m'),
    later(lineRefused(['--cpu-manager-policy=no-such-value'])),
  ),
  drawnLines('AGENT-165', 'Options of policies are `key=value` pairs.', policyPairs()),
  commandLines(
    'AGENT-167',
    'Without handlers for debugging.',
    lineNoted('off', '--enable-debugging-handlers=false'),
  ),
  drawnLines('AGENT-169', 'Four words say what is enforced.', allocatables()),
  notBelowZero('AGENT-173', '--event-burst', 100),
  notBelowZero('AGENT-174', '--event-qps', 50),
  drawnLines('AGENT-175', 'Thresholds are `<signal><<quantity or percent>`.', thresholds()),
  commandLines(
    'AGENT-177',
    '`--eviction-minimum-reclaim` says by resource how much.',
    lineTaken('--eviction-minimum-reclaim=imagefs.available=2Gi'),
    lineRefused(['--eviction-minimum-reclaim=imagefs.available']),
    lineRefused(['--eviction-minimum-reclaim=imagefs.available=much']),
  ),
  drawnLines('AGENT-184', 'Gates are `key=true|false`.', gatePairs()),
  oneOf('AGENT-186', '--hairpin-mode', ['promiscuous-bridge', 'hairpin-veth', 'none']),
  drawnLines('AGENT-189', 'Thresholds of images are from 0 to 100.', percentages()),
  zeroIsDefault('AGENT-193', '--cluster-api-burst', 100),
  zeroIsDefault('AGENT-194', '--cluster-api-qps', 50),
  drawnLines('AGENT-196', 'What is reserved is `resource=quantity`.', reservations()),
  commandLines(
    'AGENT-197',
    'Process ids that are reserved.',
    lineNoted('for components', '--cluster-reserved=pid=100'),
    lineNoted('for the system', '--system-reserved=pid=100'),
  ),
  drawnLines('AGENT-203', 'Headers of manifests are `name:value`.', headers()),
  commandLines(
    'AGENT-205',
    '`--memory-manager-policy` is None or Static.',
    lineTaken('--memory-manager-policy=None'),
    lineTaken(
      '--memory-manager-policy=Static',
      '--reserved-memory=0:memory=1124Mi',
      '--system-reserved=memory=1Gi',
    ),
    later(lineRefused(['--memory-manager-policy=none'])),
  ),
  commandLines(
    'AGENT-206',
    '`--node-ip` is one address, or one of each family.',
    lineTaken('--node-ip=192.0.2.1'),
    lineTaken('--node-ip=::'),
    lineTaken('--node-ip=192.0.2.1,2001:db8::1'),
    lineRefused(['--node-ip=192.0.2.1,192.0.2.2']),
    onlyIn('cluster', lineRefused(['--node-ip=here'])),
  ),
  commandLines(
    'AGENT-209',
    '`--node-status-max-images` is -1 or more.',
    lineTaken('--node-status-max-images=-1'),
    lineMeans(['--node-status-max-images=-1'], '--node-status-max-images', -1),
    lineTaken('--node-status-max-images=60'),
    // The quote sets no bound below: genuine agents do.
    onlyIn('kubernetes', lineRefused(['--node-status-max-images=-2'])),
  ),
  drawnLines('AGENT-210', '`--oom-score-adj` is from -1000 to 1000.', scores()),
  drawnLines('AGENT-221', 'Taints are `<key>=<value>:<effect>`.', taints()),
  commandLines(
    'AGENT-224',
    '`--reserved-memory` is by NUMA node.',
    lineTaken(
      '--reserved-memory=0:memory=1124Mi',
      '--memory-manager-policy=Static',
      '--system-reserved=memory=1Gi',
    ),
    lineRefused(['--reserved-memory=memory=1Gi']),
    lineRefused(['--reserved-memory=0:memory=much']),
  ),
  commandLines(
    'AGENT-234',
    'Streams that may be idle for ever.',
    lineNoted('0', '--streaming-connection-idle-timeout=0s'),
  ),
  drawnLines('AGENT-237', 'Cipher suites have the names of the lists.', suiteNames()),
  drawnLines('AGENT-238', 'The preferred suites are accepted.', preferred()),
  drawnLines('AGENT-239', 'The insecure suites are accepted.', insecure()),
  oneOf('AGENT-240', '--tls-min-version', [
    'VersionTLS10',
    'VersionTLS11',
    'VersionTLS12',
    'VersionTLS13',
  ]),
  oneOf('AGENT-242', '--topology-manager-policy', [
    'none',
    'best-effort',
    'restricted',
    'single-numa-node',
  ]),
  oneOf('AGENT-243', '--topology-manager-scope', ['container', 'pod']),
]
