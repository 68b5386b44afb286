// The addresses of services: one range, or one of each family.

import { isRange, rangeFamilyOf } from '../../lib/addresses.ts'
import { invalid, law } from '../rules.ts'

export const mayBeRange = law({
  by: 'de facto',
  says: 'a CIDR such as 10.0.0.0/16',
  *faults(cidr: string) {
    if (cidr === '' || isRange(cidr)) return
    yield invalid([], cidr, 'must be a valid CIDR')
  },
})

type Ranges = { readonly ServiceCIDR?: string; readonly SecondaryServiceCIDR?: string }

export const otherFamily = law({
  by: 'CM-063',
  says: 'the secondary CIDR has the other address family',
  *faults({ ServiceCIDR = '', SecondaryServiceCIDR = '' }: Ranges) {
    const [first, second] = [rangeFamilyOf(ServiceCIDR), rangeFamilyOf(SecondaryServiceCIDR)]
    if (!first || first !== second) return
    const because = `expected the family that ServiceCIDR is not, got ${second} twice`
    yield invalid(['SecondaryServiceCIDR'], SecondaryServiceCIDR, because)
  },
})
