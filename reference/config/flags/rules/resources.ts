import { objectIn, objectsIn } from '../../../api/object.ts'
import type { FlagRule } from '../flag.ts'
import { nanosecondsIn } from '../../../lib/durations.ts'
import {
  forbiddenValue,
  includesItem,
  invalidValue,
  isEmpty,
  hasNonEmptyValue,
  requiredValue,
} from './rule-parts.ts'

const enforced = 'enforce-node-allocatable'

/**
 * Flags for reserved resources and the flag for the control group that they need, in both dialects.
 */
const groups = [
  ['AGENT-170', 'system-reserved-cgroup', ['system-reserved', 'system-reserved-compressible']],
  [
    'AGENT-171',
    'cluster-reserved-cgroup',
    ['cluster-reserved', 'kube-reserved', 'kube-reserved-compressible'],
  ],
] as const

const namesOf = (value: unknown): string[] =>
  objectsIn(value).flatMap(({ numaNode, limits }) =>
    Object.keys(objectIn(limits)).map(type => `${String(numaNode)}:${type}`),
  )

export const resourceRules: readonly FlagRule[] = [
  ...groups.map(
    ([requirement, group, words]): FlagRule => ({
      name: `${words[0]} needs its control group`,
      requirement,
      flag: enforced,
      ...requiredValue,
      description: `needs --${group} for what it enforces`,
      holds: (value, seen) =>
        hasNonEmptyValue(seen, group) || !words.some(word => includesItem(value, word)),
    }),
  ),
  {
    name: 'none stands alone',
    requirement: 'AGENT-172',
    flag: enforced,
    ...invalidValue,
    description: '"none" cannot be combined with other values',
    holds: value => !includesItem(value, 'none') || (Array.isArray(value) && value.length === 1),
  },
  {
    name: 'nothing is enforced twice',
    requirement: 'de facto',
    flag: enforced,
    ...invalidValue,
    description: 'contains duplicates, or a value both with and without "-compressible"',
    onlyIn: 'kubernetes',
    holds: value => {
      const words = Array.isArray(value) ? value.map(String) : []
      const things = words.map(word => word.replace(/-compressible$/, ''))
      return new Set(things).size === things.length
    },
  },
  {
    name: 'pods are kept in groups',
    requirement: 'de facto',
    flag: 'cgroups-per-qos',
    ...forbiddenValue,
    description: 'can be disabled only with --enforce-node-allocatable=none',
    onlyIn: 'kubernetes',
    holds: (value, seen) => value === true || isNoneOrEmpty(seen.value(enforced)),
  },
  {
    name: 'system processes have a root',
    requirement: 'de facto',
    flag: 'system-cgroups',
    ...requiredValue,
    description: 'needs --cgroup-root',
    onlyIn: 'kubernetes',
    holds: (value, seen) => isEmpty(value) || hasNonEmptyValue(seen, 'cgroup-root'),
  },
  {
    name: 'kept processors are in no group',
    requirement: 'de facto',
    flag: 'reserved-cpus',
    ...forbiddenValue,
    description:
      'cannot be set together with --system-reserved-cgroup or --cluster-reserved-cgroup',
    onlyIn: 'kubernetes',
    holds: (value, seen) =>
      isEmpty(value) ||
      (!hasNonEmptyValue(seen, 'system-reserved-cgroup') &&
        !hasNonEmptyValue(seen, 'cluster-reserved-cgroup')),
  },
  {
    name: 'memory is kept once',
    requirement: 'de facto',
    flag: 'reserved-memory',
    ...invalidValue,
    description: 'must contain each memory type of a node only once',
    holds: value => new Set(namesOf(value)).size === namesOf(value).length,
  },
  {
    name: 'soft thresholds have to hold',
    requirement: 'AGENT-179',
    flag: 'eviction-soft',
    ...requiredValue,
    description: 'needs --eviction-soft-grace-period for each of its signals',
    holds: (value, seen) => {
      const periods = objectIn(seen.value('eviction-soft-grace-period'))
      // 0% and 100% disable a threshold.
      const held = Object.entries(objectIn(value)).filter(
        ([, amount]) => amount !== '0%' && amount !== '100%',
      )
      return held.every(([signal]) => Object.hasOwn(periods, signal))
    },
  },
  {
    name: 'processor time is counted in periods of the kernel',
    requirement: 'de facto',
    flag: 'cpu-cfs-quota-period',
    ...invalidValue,
    description: 'must be from 1ms to 1s',
    onlyIn: 'kubernetes',
    holds: value => {
      const period = nanosecondsIn(String(value)) ?? 0n
      return period >= 1_000_000n && period <= 1_000_000_000n
    },
  },
]

const isNoneOrEmpty = (value: unknown): boolean =>
  Array.isArray(value) && (value.length === 0 || includesItem(value, 'none'))
