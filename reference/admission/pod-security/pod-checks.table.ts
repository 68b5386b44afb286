// The checks of pod security by level and version, in the order in which a genuine server names
// what they find.

import type { PodFaults, SecurityLevel } from '../../api/pod-security.ts'
import * as baseline from './baseline-checks.ts'
import type { PodCheck } from './pod-parts.ts'
import * as restricted from './restricted-checks.ts'

type Since = readonly [minor: number, check: PodCheck]

type Row = {
  readonly id: string
  readonly level: Exclude<SecurityLevel, 'privileged'>
  /** From the oldest version to the newest; each check replaces the one before. */
  readonly since: readonly Since[]
  /** The check of `baseline` that it replaces in `restricted`. */
  readonly replaces?: string
}

const { exceptWindows, exceptOwnUsers } = restricted

export const podChecks: readonly Row[] = [
  { id: 'appArmorProfile', level: 'baseline', since: [[0, baseline.appArmorProfile]] },
  { id: 'capabilities', level: 'baseline', since: [[0, baseline.capabilities]] },
  { id: 'hostNamespaces', level: 'baseline', since: [[0, baseline.hostNamespaces]] },
  { id: 'hostPathVolumes', level: 'baseline', since: [[0, baseline.hostPathVolumes]] },
  { id: 'hostPorts', level: 'baseline', since: [[0, baseline.hostPorts]] },
  { id: 'probeHosts', level: 'baseline', since: [[34, baseline.probeHosts]] },
  { id: 'privileged', level: 'baseline', since: [[0, baseline.privileged]] },
  {
    id: 'procMount',
    level: 'baseline',
    since: [
      [0, baseline.procMount],
      [35, baseline.procMountOfHostUsers],
    ],
  },
  {
    id: 'seLinuxOptions',
    level: 'baseline',
    since: [
      [0, baseline.seLinuxOptions],
      [31, baseline.seLinuxOptionsWithEngine],
    ],
  },
  {
    id: 'seccompProfile',
    level: 'baseline',
    since: [
      [0, baseline.seccompAnnotations],
      [19, baseline.seccompProfile],
    ],
  },
  {
    id: 'sysctls',
    level: 'baseline',
    since: [0, 27, 29, 32].map(minor => [minor, baseline.sysctlsOf(minor)] as const),
  },
  { id: 'hostProcess', level: 'baseline', since: [[0, baseline.hostProcess]] },
  {
    id: 'allowPrivilegeEscalation',
    level: 'restricted',
    since: [
      [8, restricted.privilegeEscalation],
      [25, exceptWindows(restricted.privilegeEscalation)],
    ],
  },
  {
    id: 'restrictedCapabilities',
    level: 'restricted',
    since: [
      [22, restricted.capabilities],
      [25, exceptWindows(restricted.capabilities)],
    ],
    replaces: 'capabilities',
  },
  {
    id: 'restrictedProcMount',
    level: 'restricted',
    since: [[35, baseline.procMount]],
    replaces: 'procMount',
  },
  {
    id: 'restrictedVolumes',
    level: 'restricted',
    since: [[0, restricted.volumeTypes]],
    replaces: 'hostPathVolumes',
  },
  {
    id: 'runAsNonRoot',
    level: 'restricted',
    since: [
      [0, restricted.runAsNonRoot],
      [35, exceptOwnUsers(restricted.runAsNonRoot)],
    ],
  },
  {
    id: 'runAsUser',
    level: 'restricted',
    since: [
      [23, restricted.runAsUser],
      [35, exceptOwnUsers(restricted.runAsUser)],
    ],
  },
  {
    id: 'restrictedSeccompProfile',
    level: 'restricted',
    since: [
      [19, restricted.seccomp],
      [25, exceptWindows(restricted.seccomp)],
    ],
    replaces: 'seccompProfile',
  },
]

export const podFaults: PodFaults = ({ level, version }, pod) => {
  const minor = version === 'latest' ? Infinity : version
  const inForce = podChecks.flatMap(({ since, ...row }) => {
    const check = since.findLast(([from]) => from <= minor)?.[1]
    return check && (row.level === 'baseline' || level === 'restricted') ? [{ ...row, check }] : []
  })
  if (level === 'privileged') return []
  const replaced = inForce.map(({ replaces }) => replaces)
  return inForce.flatMap(({ id, check }) => (replaced.includes(id) ? [] : (check(pod) ?? [])))
}
