// The addresses of services: one range, or one of each family.

import { isIPv4, isIPv6 } from 'node:net'
import { invalid, law } from '../rules.ts'

type Family = 'IPv4' | 'IPv6'

/** The family of a range such as 10.0.0.0/16; undefined where it is none. */
export function familyOf(cidr: string): Family | undefined {
  const [, address = '', bits = ''] = /^([^/]+)\/(\d{1,3})$/.exec(cidr) ?? []
  if (isIPv4(address) && Number(bits) <= 32) return 'IPv4'
  return isIPv6(address) && Number(bits) <= 128 ? 'IPv6' : undefined
}

export const isRange = law({
  by: 'de facto',
  says: 'a range of addresses such as 10.0.0.0/16',
  *faults(cidr: string) {
    if (cidr === '' || familyOf(cidr)) return
    yield invalid([], cidr, 'must be a valid CIDR')
  },
})

type Ranges = { readonly ServiceCIDR?: string; readonly SecondaryServiceCIDR?: string }

export const otherFamily = law({
  by: 'CM-063',
  says: 'the second range is of the other family',
  *faults({ ServiceCIDR = '', SecondaryServiceCIDR = '' }: Ranges) {
    const [first, second] = [familyOf(ServiceCIDR), familyOf(SecondaryServiceCIDR)]
    if (!first || first !== second) return
    const because = `expected the family that ServiceCIDR is not, got ${second} twice`
    yield invalid(['SecondaryServiceCIDR'], SecondaryServiceCIDR, because)
  },
})
