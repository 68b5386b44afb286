// Addresses of hosts, of networks and of pages.

import { isIPv4, isIPv6 } from 'node:net'

import { stringOf, text } from './conversions.ts'
import { numberOf, written } from './networks.ts'
import { type Overload, overloads } from './overloads.ts'
import { isRequestUrl, type Url, urlIn } from './urls.ts'
import { CelError, Special } from './values.ts'

function special(
  type: string,
  named: (value: string) => string,
  isOne: (value: string) => string | undefined,
) {
  const make = (value: unknown): Special => {
    const key = isOne(text(value))
    if (key === undefined && isMapped(text(value))) {
      throw new CelError(`IPv4-mapped IPv6 address ${JSON.stringify(value)} is not allowed`)
    }
    if (key === undefined) {
      const what = `${named(text(value))} parse error during conversion from string`
      throw new CelError(`${what}: ${JSON.stringify(text(value))} is none`)
    }
    return new Special(type, key, key)
  }
  return { make, is: (value: unknown) => isOne(text(value)) !== undefined }
}

/** An address as it is written shortest; undefined where a text is none. */
function canonical(address: string): string | undefined {
  if (!isIPv4(address) && (!isIPv6(address) || address.includes('%'))) return undefined
  const { value, bits } = numberOf(address)
  const isMapped = bits === 128 && value >> 32n === 0xffffn
  return isMapped ? undefined : written(value, bits)
}

const isMapped = (address: string): boolean => isIPv6(address) && canonical(address) === undefined

const ip = special('ip', value => `IP Address ${JSON.stringify(value)}`, canonical)
const cidr = special(
  'cidr',
  () => 'network address',
  value => {
    const [, address = '', bits = ''] = /^([^/]+)\/(0|[1-9]\d{0,2})$/.exec(value) ?? []
    const plain = canonical(address)
    const most = address.includes(':') ? 128 : 32
    return plain !== undefined && Number(bits) <= most ? `${plain}/${Number(bits)}` : undefined
  },
)

function url(value: unknown): Special {
  const parsed = urlIn(text(value))
  if (parsed) return new Special('url', parsed.key, parsed)
  const shown = JSON.stringify(value)
  throw new CelError(`URL parse error during conversion from string: ${shown} is none`)
}

const ofUrl =
  (part: (parsed: Url) => unknown): Overload['run'] =>
  ([value]) => {
    if (!(value instanceof Special) || value.type !== 'url') throw new CelError('no such overload')
    return part(value.value as Url)
  }

const isWithin = (address: string, network: string): boolean => {
  const [own, inner] = [numberOf(network.split('/')[0] ?? ''), numberOf(address)]
  const left = BigInt(own.bits - Number(network.split('/')[1]))
  return own.bits === inner.bits && own.value >> left === inner.value >> left
}

const prefixOf = (network: string): number => Number(network.split('/')[1])

const holdsAddress: Overload['run'] = ([network, address]) =>
  isWithin(stringOf(typeof address === 'string' ? ip.make(address) : address), stringOf(network))

const holdsNetwork: Overload['run'] = ([network, other]) => {
  const inner = stringOf(typeof other === 'string' ? cidr.make(other) : other)
  const outer = stringOf(network)
  return prefixOf(outer) <= prefixOf(inner) && isWithin(inner.split('/')[0] ?? '', outer)
}

const inNetwork =
  (...networks: string[]): Overload['run'] =>
  ([address]) =>
    networks.some(network => isWithin(stringOf(address), network))

function masked(network: string): Special {
  const { value, bits } = numberOf(network.split('/')[0] ?? '')
  const left = BigInt(bits - prefixOf(network))
  return cidr.make(`${written((value >> left) << left, bits)}/${prefixOf(network)}`)
}

const isCanonical: Overload['run'] = ([value]) => ip.make(value).key === value

const family = (value: unknown): bigint => (stringOf(value).includes(':') ? 6n : 4n)

const isNotGlobal = inNetwork(
  '0.0.0.0/32',
  '255.255.255.255/32',
  '127.0.0.0/8',
  '224.0.0.0/4',
  '169.254.0.0/16',
  '::/128',
  '::1/128',
  'ff00::/8',
  'fe80::/10',
)

/** A group on the same link, whatever its flags are. */
const onLink = Array.from('0123456789abcdef', flags => `ff${flags}2::/16`)

const unbudgeted = { spend: () => {} }

export const addresses: readonly Overload[] = overloads({
  'isIP(string) bool': ([value]) => ip.is(value),
  'ip(string) ip': ([value]) => ip.make(value),
  'ip.family() int': ([value]) => family(value),
  'ip::isCanonical(string) bool': isCanonical,
  'ip.isUnspecified() bool': inNetwork('0.0.0.0/32', '::/128'),
  'ip.isLoopback() bool': inNetwork('127.0.0.0/8', '::1/128'),
  'ip.isLinkLocalMulticast() bool': inNetwork('224.0.0.0/24', ...onLink),
  'ip.isLinkLocalUnicast() bool': inNetwork('169.254.0.0/16', 'fe80::/10'),
  'ip.isGlobalUnicast() bool': args => !isNotGlobal(args, unbudgeted),
  'cidr.ip() ip': ([network]) => ip.make(stringOf(network).split('/')[0]),
  'cidr.masked() cidr': ([network]) => masked(stringOf(network)),
  'cidr.containsIP(string) bool': holdsAddress,
  'cidr.containsIP(ip) bool': holdsAddress,
  'cidr.containsCIDR(string) bool': holdsNetwork,
  'cidr.containsCIDR(cidr) bool': holdsNetwork,
  'isCIDR(string) bool': ([value]) => cidr.is(value),
  'cidr(string) cidr': ([value]) => cidr.make(value),
  'cidr.prefixLength() int': ([value]) => BigInt(stringOf(value).split('/')[1] ?? '0'),
  'isURL(string) bool': ([value]) => isRequestUrl(text(value)),
  'url(string) url': ([value]) => url(value),
  'url.getScheme() string': ofUrl(({ scheme }) => scheme),
  'url.getHost() string': ofUrl(({ host }) => host),
  'url.getHostname() string': ofUrl(({ hostname }) => hostname),
  'url.getPort() string': ofUrl(({ port }) => port),
  'url.getEscapedPath() string': ofUrl(({ escapedPath }) => escapedPath),
  'url.getQuery() map(string, list(string))': ofUrl(({ query }) => query),
})
