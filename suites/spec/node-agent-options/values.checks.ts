// Checks which values the options of the node agent accept, beyond their types.

import {
  allocatables,
  durations,
  gatePairs,
  headerPairs,
  insecureCipherSuites,
  percentages,
  policyPairs,
  preferredCipherSuites,
  reservations,
  oomScores,
  suiteNames,
  taints,
  thresholds,
} from '../../../properties/scenarios/node-agent-options/agent-values.ts'
import {
  lineWith,
  lineWithValue,
  recordedLine,
  refusedLine,
  acceptedLine,
  lineOnlyIn,
} from '../../../properties/scenarios/node-agent-options/command-lines.ts'
import type { CommandLineCase } from '../../../properties/scenarios/node-agent-options/command-lines.ts'
import { commandLineCheck, drawnCommandLineCheck } from '../../configuration-checks.ts'
import type { Check } from '../../check.ts'
import type { Id } from '../../generated/catalogue.ts'

/**
 * A case that is judged only in the dialect `cluster`, because the genuine agent validates or
 * defaults the value only while it runs.
 */
const later = (line: CommandLineCase): CommandLineCase => lineOnlyIn('cluster', line)

/** A check that an option accepts only these values. */
const oneOf = (
  id: Id,
  flag: string,
  values: string[],
  refusal = (line: CommandLineCase) => line,
): Check =>
  commandLineCheck(
    id,
    `\`${flag}\` is ${values.map(value => value || 'empty').join(' or ')}.`,
    ...values.map(value => acceptedLine(`${flag}=${value}`)),
    refusal(refusedLine([`${flag}=no-such-value`])),
  )

/** A check that 0 means the default value of an option. */
const zeroIsDefault = (id: Id, flag: string, value: number): Check =>
  commandLineCheck(
    id,
    `\`${flag}\` of 0 means ${value}.`,
    later(lineWithValue([`${flag}=0`], flag, value)),
    lineWithValue([`${flag}=7`], flag, 7),
  )

const notBelowZero = (id: Id, flag: string, value: number): Check =>
  commandLineCheck(
    id,
    `\`${flag}\` is 0 or more, and 0 means ${value}.`,
    acceptedLine(`${flag}=0`),
    refusedLine([`${flag}=-1`]),
    later(lineWithValue([`${flag}=0`], flag, value)),
  )

const windows = { facts: { platform: 'windows' } }
const endpoint = '--container-runtime-endpoint'

export default [
  commandLineCheck(
    'AGENT-134',
    'Policies that are `none`.',
    recordedLine('the CPU manager', '--cpu-manager-policy=none'),
    recordedLine('the topology manager', '--topology-manager-policy=none'),
  ),
  drawnCommandLineCheck('AGENT-136', 'Durations are written like `20s` or `2m0s`.', durations()),
  oneOf('AGENT-153', '--cgroup-driver', ['cgroupfs', 'systemd'], later),
  oneOf('AGENT-155', '--cloud-provider', ['', 'external'], later),
  commandLineCheck(
    'AGENT-160',
    '`--container-log-max-files` is 2 or more.',
    acceptedLine('--container-log-max-files=2'),
    refusedLine(['--container-log-max-files=1']),
  ),
  commandLineCheck(
    'AGENT-161',
    '`--container-log-max-size` is a quantity.',
    acceptedLine('--container-log-max-size=10Mi'),
    refusedLine(['--container-log-max-size=10Q']),
  ),
  commandLineCheck(
    'AGENT-162',
    'The runtime is at a unix socket on Linux, and at npipe or tcp on Windows.',
    acceptedLine(`${endpoint}=unix:///run/one.sock`),
    later(refusedLine([`${endpoint}=npipe:////./pipe/one`])),
    later(refusedLine([`${endpoint}=tcp://127.0.0.1:3735`])),
    later(lineWith(windows, acceptedLine(`${endpoint}=npipe:////./pipe/one`))),
    later(lineWith(windows, acceptedLine(`${endpoint}=tcp://127.0.0.1:3735`))),
  ),
  commandLineCheck(
    'AGENT-164',
    '`--cpu-manager-policy` is none or static.',
    acceptedLine('--cpu-manager-policy=none'),
    acceptedLine('--cpu-manager-policy=static', '--system-reserved=cpu=500m'),
    later(refusedLine(['--cpu-manager-policy=no-such-value'])),
  ),
  drawnCommandLineCheck('AGENT-165', 'Options of policies are `key=value` pairs.', policyPairs()),
  commandLineCheck(
    'AGENT-167',
    'Without handlers for debugging.',
    recordedLine('off', '--enable-debugging-handlers=false'),
  ),
  drawnCommandLineCheck(
    'AGENT-169',
    '`--enforce-node-allocatable` takes four values.',
    allocatables(),
  ),
  notBelowZero('AGENT-173', '--event-burst', 100),
  notBelowZero('AGENT-174', '--event-qps', 50),
  drawnCommandLineCheck(
    'AGENT-175',
    'Thresholds are `<signal><<quantity or percent>`.',
    thresholds(),
  ),
  commandLineCheck(
    'AGENT-177',
    '`--eviction-minimum-reclaim` sets an amount for each resource.',
    acceptedLine('--eviction-minimum-reclaim=imagefs.available=2Gi'),
    refusedLine(['--eviction-minimum-reclaim=imagefs.available']),
    refusedLine(['--eviction-minimum-reclaim=imagefs.available=much']),
  ),
  drawnCommandLineCheck('AGENT-184', 'Gates are `key=true|false`.', gatePairs()),
  oneOf('AGENT-186', '--hairpin-mode', ['promiscuous-bridge', 'hairpin-veth', 'none']),
  drawnCommandLineCheck('AGENT-189', 'The image GC thresholds are from 0 to 100.', percentages()),
  zeroIsDefault('AGENT-193', '--cluster-api-burst', 100),
  zeroIsDefault('AGENT-194', '--cluster-api-qps', 50),
  drawnCommandLineCheck(
    'AGENT-196',
    'Reserved resources are `resource=quantity` pairs.',
    reservations(),
  ),
  commandLineCheck(
    'AGENT-197',
    'Process ids that are reserved.',
    recordedLine('pid in --cluster-reserved', '--cluster-reserved=pid=100'),
    recordedLine('pid in --system-reserved', '--system-reserved=pid=100'),
  ),
  drawnCommandLineCheck('AGENT-203', 'Headers of manifests are `name:value`.', headerPairs()),
  commandLineCheck(
    'AGENT-205',
    '`--memory-manager-policy` is None or Static.',
    acceptedLine('--memory-manager-policy=None'),
    acceptedLine(
      '--memory-manager-policy=Static',
      '--reserved-memory=0:memory=1124Mi',
      '--system-reserved=memory=1Gi',
    ),
    later(refusedLine(['--memory-manager-policy=none'])),
  ),
  commandLineCheck(
    'AGENT-206',
    '`--node-ip` is one address, or one of each family.',
    acceptedLine('--node-ip=192.0.2.1'),
    acceptedLine('--node-ip=::'),
    acceptedLine('--node-ip=192.0.2.1,2001:db8::1'),
    refusedLine(['--node-ip=192.0.2.1,192.0.2.2']),
    lineOnlyIn('cluster', refusedLine(['--node-ip=here'])),
  ),
  commandLineCheck(
    'AGENT-209',
    '`--node-status-max-images` is -1 or more.',
    acceptedLine('--node-status-max-images=-1'),
    lineWithValue(['--node-status-max-images=-1'], '--node-status-max-images', -1),
    acceptedLine('--node-status-max-images=60'),
    // The specification defines no lower bound, but genuine agents do.
    lineOnlyIn('kubernetes', refusedLine(['--node-status-max-images=-2'])),
  ),
  drawnCommandLineCheck('AGENT-210', '`--oom-score-adj` is from -1000 to 1000.', oomScores()),
  drawnCommandLineCheck('AGENT-221', 'Taints are `<key>=<value>:<effect>`.', taints()),
  commandLineCheck(
    'AGENT-224',
    '`--reserved-memory` is set for each NUMA node.',
    acceptedLine(
      '--reserved-memory=0:memory=1124Mi',
      '--memory-manager-policy=Static',
      '--system-reserved=memory=1Gi',
    ),
    refusedLine(['--reserved-memory=memory=1Gi']),
    refusedLine(['--reserved-memory=0:memory=much']),
  ),
  commandLineCheck(
    'AGENT-234',
    'Streams without an idle timeout.',
    recordedLine('0', '--streaming-connection-idle-timeout=0s'),
  ),
  drawnCommandLineCheck(
    'AGENT-237',
    'Only cipher suites named in the table are accepted.',
    suiteNames(),
  ),
  drawnCommandLineCheck('AGENT-238', 'The preferred suites are accepted.', preferredCipherSuites()),
  drawnCommandLineCheck('AGENT-239', 'The insecure suites are accepted.', insecureCipherSuites()),
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
