// Recognizes IP addresses and CIDR ranges as Go does: IPv6 zones are not allowed.

import { isIPv4, isIPv6 } from 'node:net'

type Family = 'IPv4' | 'IPv6'

/** The family of an address; undefined for any other text. */
export function addressFamilyOf(address: string): Family | undefined {
  if (isIPv4(address)) return 'IPv4'
  return isIPv6(address) && !address.includes('%') ? 'IPv6' : undefined
}

/** The family of a range such as 10.0.0.0/16; undefined for any other text. */
export function cidrFamilyOf(range: string): Family | undefined {
  const [, address = '', bits = ''] = /^([^/]+)\/(\d{1,3})$/.exec(range) ?? []
  const family = addressFamilyOf(address)
  return Number(bits) <= (family === 'IPv4' ? 32 : 128) ? family : undefined
}

export const isIpAddress = (text: string): boolean => addressFamilyOf(text) !== undefined

export const isCidr = (text: string): boolean => cidrFamilyOf(text) !== undefined
