// Addresses and ranges of them, as Go reads them: without the zones that IPv6 may have.

import { isIPv4, isIPv6 } from 'node:net'

type Family = 'IPv4' | 'IPv6'

/** The family of an address; undefined where it is none. */
export function familyOf(address: string): Family | undefined {
  if (isIPv4(address)) return 'IPv4'
  return isIPv6(address) && !address.includes('%') ? 'IPv6' : undefined
}

/** The family of a range such as 10.0.0.0/16; undefined where it is none. */
export function rangeFamilyOf(range: string): Family | undefined {
  const [, address = '', bits = ''] = /^([^/]+)\/(\d{1,3})$/.exec(range) ?? []
  const family = familyOf(address)
  return Number(bits) <= (family === 'IPv4' ? 32 : 128) ? family : undefined
}

export const isAddress = (text: string): boolean => familyOf(text) !== undefined

export const isRange = (text: string): boolean => rangeFamilyOf(text) !== undefined
