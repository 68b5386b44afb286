// Checks the address ranges of services: one range, or one per address family.

import { isCidr, cidrFamilyOf } from '../../lib/ip-addresses.ts'
import { invalidValue, functionRule } from '../config-rules.ts'

export const optionalCidr = functionRule({
  requirement: 'de facto',
  description: 'a CIDR such as 10.0.0.0/16',
  *faults(cidr: string) {
    if (cidr === '' || isCidr(cidr)) return
    yield invalidValue([], cidr, 'must be a valid CIDR')
  },
})

type Ranges = { readonly ServiceCIDR?: string; readonly SecondaryServiceCIDR?: string }

export const differentFamilies = functionRule({
  requirement: 'CM-063',
  description: 'the secondary CIDR has the other address family',
  *faults({ ServiceCIDR = '', SecondaryServiceCIDR = '' }: Ranges) {
    const [first, second] = [cidrFamilyOf(ServiceCIDR), cidrFamilyOf(SecondaryServiceCIDR)]
    if (!first || first !== second) return
    const because = `expected the family that ServiceCIDR is not, got ${second} twice`
    yield invalidValue(['SecondaryServiceCIDR'], SecondaryServiceCIDR, because)
  },
})
