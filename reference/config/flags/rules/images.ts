import type { FlagRule } from '../flag.ts'
import { nanosecondsIn } from '../../../lib/durations.ts'
import {
  ignoredValue,
  invalidValue,
  isEmpty,
  hasNonEmptyValue,
  requiredValue,
} from './rule-parts.ts'

export const imageRules: readonly FlagRule[] = [
  {
    name: 'low is not above high',
    requirement: 'AGENT-190',
    flag: 'image-gc-low-threshold',
    ...invalidValue,
    description: 'must not be above --image-gc-high-threshold',
    holds: (value, seen) => Number(value) <= Number(seen.value('image-gc-high-threshold')),
  },
  {
    name: 'low is below high',
    requirement: 'de facto',
    flag: 'image-gc-low-threshold',
    ...invalidValue,
    description: 'must be below --image-gc-high-threshold',
    onlyIn: 'kubernetes',
    holds: (value, seen) => Number(value) !== Number(seen.value('image-gc-high-threshold')),
  },
  {
    name: 'images have no age below 0',
    requirement: 'de facto',
    flag: 'minimum-image-ttl-duration',
    ...invalidValue,
    description: 'must not be below 0',
    holds: value => (nanosecondsIn(String(value)) ?? 0n) >= 0n,
  },
  {
    name: 'pulls at once are for limited pulls',
    requirement: 'AGENT-222',
    flag: 'registry-burst',
    ...ignoredValue,
    description: 'has no effect unless --registry-qps is above 0',
    holds: (_, seen) => !seen.isSet('registry-burst') || Number(seen.value('registry-qps')) > 0,
  },
  ...(
    [
      ['image-credential-provider-config', 'image-credential-provider-bin-dir'],
      ['image-credential-provider-bin-dir', 'image-credential-provider-config'],
    ] as const
  ).map(
    ([flag, other]): FlagRule => ({
      name: `${flag} needs its twin`,
      requirement: 'AGENT-249',
      flag,
      ...requiredValue,
      description: `needs --${other}`,
      holds: (value, seen) => isEmpty(value) || hasNonEmptyValue(seen, other),
    }),
  ),
]
