// Addresses of hosts, of networks and of pages.

import { isIPv4, isIPv6 } from 'node:net'

import { stringOf, text } from './conversions.ts'
import { type Overload, overloads } from './overloads.ts'
import { CelError, Special } from './values.ts'

function special(type: string, isOne: (value: string) => string | undefined) {
  const make = (value: unknown): Special => {
    const key = isOne(text(value))
    if (key === undefined) throw new CelError(`${type}: cannot be read: ${text(value)}`)
    return new Special(type, key, key)
  }
  return { make, is: (value: unknown) => isOne(text(value)) !== undefined }
}

const ip = special('ip', value =>
  isIPv4(value) || (isIPv6(value) && !value.includes('%')) ? value.toLowerCase() : undefined,
)
const cidr = special('cidr', value => {
  const [, address = '', bits = ''] = /^([^/]+)\/(\d{1,3})$/.exec(value) ?? []
  const most = isIPv4(address) ? 32 : isIPv6(address) ? 128 : -1
  return bits !== '' && Number(bits) <= most ? value.toLowerCase() : undefined
})
const url = special('url', value => (URL.canParse(value) ? value : undefined))

const ofUrl =
  (part: (parsed: URL) => string): Overload['run'] =>
  ([value]) =>
    part(new URL(stringOf(value)))

const family = (value: unknown): bigint => (stringOf(value).includes(':') ? 6n : 4n)

export const addresses: readonly Overload[] = overloads({
  'isIP(string) bool': ([value]) => ip.is(value),
  'ip(string) ip': ([value]) => ip.make(value),
  'ip.family() int': ([value]) => family(value),
  'isCIDR(string) bool': ([value]) => cidr.is(value),
  'cidr(string) cidr': ([value]) => cidr.make(value),
  'cidr.prefixLength() int': ([value]) => BigInt(stringOf(value).split('/')[1] ?? '0'),
  'isURL(string) bool': ([value]) => url.is(value),
  'url(string) url': ([value]) => url.make(value),
  'url.getScheme() string': ofUrl(({ protocol }) => protocol.slice(0, -1)),
  'url.getHost() string': ofUrl(({ host }) => host),
  'url.getHostname() string': ofUrl(({ hostname }) => hostname.replaceAll(/[[\]]/g, '')),
  'url.getPort() string': ofUrl(({ port }) => port),
  'url.getEscapedPath() string': ofUrl(({ pathname }) => pathname),
})
