// Rules about the machine on which the agent starts. If nothing is known of the machine, these
// rules hold.

import type { FlagRule, FlagContext } from '../flag.ts'
import { forbiddenValue, invalidValue } from './rule-parts.ts'

/** Kernel tunables that the agent needs. The values are de facto. */
export const requiredTunables: ReadonlyMap<string, string> = new Map([
  ['vm.overcommit_memory', '1'],
  ['vm.panic_on_oom', '0'],
  ['kernel.panic', '10'],
  ['kernel.panic_on_oops', '1'],
  ['kernel.keys.root_maxkeys', '1000000'],
  ['kernel.keys.root_maxbytes', '25000000'],
])

export const hostRules: readonly FlagRule[] = [
  {
    name: 'control groups are of version 2',
    requirement: 'AGENT-182',
    flag: 'fail-cgroupv1',
    ...forbiddenValue,
    description: 'the host uses cgroup v1',
    holds: (value, seen) => value !== true || seen.host.cgroupVersion !== 1,
  },
  {
    name: 'swap is off',
    requirement: 'AGENT-183',
    flag: 'fail-swap-on',
    ...forbiddenValue,
    description: 'swap is enabled',
    holds: (value, seen) => value !== true || seen.host.isSwapOn !== true,
  },
  {
    name: 'the kernel is as it should be',
    requirement: 'AGENT-216',
    flag: 'protect-kernel-defaults',
    ...forbiddenValue,
    description: 'kernel settings differ from what the agent needs',
    holds: (value, seen) =>
      value !== true ||
      Object.entries(seen.host.tunables ?? {}).every(
        ([name, is]) => (requiredTunables.get(name) ?? is) === is,
      ),
  },
  {
    name: 'key and certificate belong together',
    requirement: 'AGENT-236',
    flag: 'tls-private-key-file',
    ...invalidValue,
    description: (value, seen) => {
      const match = keyMatch(value, seen)
      return typeof match === 'object' ? match.fault : 'must be the key of --tls-cert-file'
    },
    holds: (value, seen) => keyMatch(value, seen) === true,
  },
]

function keyMatch(key: unknown, { value, host: { keyMatches } }: FlagContext) {
  const certificate = value('tls-cert-file')
  const areGiven = typeof key === 'string' && typeof certificate === 'string'
  return areGiven && keyMatches ? keyMatches(certificate, key) : true
}
