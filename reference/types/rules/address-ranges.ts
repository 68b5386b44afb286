// Which range of addresses lies in which.

import { BlockList, isIPv4 } from 'node:net'

/** Whether a range is a strict part of another of the same family. */
export function isStrictSubrange(inner: string, outer: string): boolean {
  const [address = '', bits = ''] = inner.split('/')
  const [start = '', outerBits = ''] = outer.split('/')
  if (isIPv4(address) !== isIPv4(start)) return false
  const list = new BlockList()
  const family = isIPv4(start) ? 'ipv4' : 'ipv6'
  list.addSubnet(start, Number(outerBits), family)
  return list.check(address, family) && Number(outerBits) < Number(bits)
}
