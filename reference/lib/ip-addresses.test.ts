import { expect, test } from 'vitest'
import { addressFamilyOf, isIpAddress, isCidr, cidrFamilyOf } from './ip-addresses.ts'

test.each([
  ['10.0.0.1', 'IPv4'],
  ['fd00::1', 'IPv6'],
  ['::ffff:10.0.0.1', 'IPv6'],
  ['fe80::1%eth0', undefined],
  ['10.0.0', undefined],
  ['10.0.0.1/8', undefined],
  ['', undefined],
])('the family of %j is %s', (text, family) => {
  expect(addressFamilyOf(text)).toBe(family)
  expect(isIpAddress(text)).toBe(family !== undefined)
})

test.each([
  ['10.0.0.0/32', 'IPv4'],
  ['10.0.0.0/33', undefined],
  ['fd00::/128', 'IPv6'],
  ['fd00::/129', undefined],
  ['fe80::%eth0/64', undefined],
  ['10.0.0.0', undefined],
  ['/8', undefined],
  ['10.0.0.0/', undefined],
  ['10.0.0.0/-1', undefined],
])('the family of the range %j is %s', (text, family) => {
  expect(cidrFamilyOf(text)).toBe(family)
  expect(isCidr(text)).toBe(family !== undefined)
})
