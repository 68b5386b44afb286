// Functions for IP addresses, CIDRs and URLs.

import { isIPv4, isIPv6 } from 'node:net'

import { stringValueOf, expectString } from './string-values.ts'
import { addressNumber, addressText } from './address-numbers.ts'
import { type Overload, defineOverloads } from './overloads.ts'
import { isRequestUri, type RequestUrl, parseRequestUrl } from './request-url.ts'
import { CelRuntimeError, ExtensionValue } from './values.ts'

function special(
  type: string,
  named: (value: string) => string,
  isOne: (value: string) => string | undefined,
) {
  const make = (value: unknown): ExtensionValue => {
    const key = isOne(expectString(value))
    if (key === undefined && isMapped(expectString(value))) {
      throw new CelRuntimeError(`IPv4-mapped IPv6 address ${JSON.stringify(value)} is not allowed`)
    }
    if (key === undefined) {
      const what = `${named(expectString(value))} parse error during conversion from string`
      throw new CelRuntimeError(`${what}: ${JSON.stringify(expectString(value))} is none`)
    }
    return new ExtensionValue(type, key, key)
  }
  return { make, is: (value: unknown) => isOne(expectString(value)) !== undefined }
}

/** Returns the shortest form of an address, or undefined for an invalid one. */
function canonical(address: string): string | undefined {
  if (!isIPv4(address) && (!isIPv6(address) || address.includes('%'))) return undefined
  const { value, bits } = addressNumber(address)
  const isMapped = bits === 128 && value >> 32n === 0xffffn
  return isMapped ? undefined : addressText(value, bits)
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

function url(value: unknown): ExtensionValue {
  const parsed = parseRequestUrl(expectString(value))
  if (parsed) return new ExtensionValue('url', parsed.key, parsed)
  const shown = JSON.stringify(value)
  throw new CelRuntimeError(`URL parse error during conversion from string: ${shown} is none`)
}

const ofUrl =
  (part: (parsed: RequestUrl) => unknown): Overload['run'] =>
  ([value]) => {
    if (!(value instanceof ExtensionValue) || value.type !== 'url')
      throw new CelRuntimeError('no such overload')
    return part(value.value as RequestUrl)
  }

const isWithin = (address: string, network: string): boolean => {
  const [own, inner] = [addressNumber(network.split('/')[0] ?? ''), addressNumber(address)]
  const left = BigInt(own.bits - Number(network.split('/')[1]))
  return own.bits === inner.bits && own.value >> left === inner.value >> left
}

const prefixOf = (network: string): number => Number(network.split('/')[1])

const holdsAddress: Overload['run'] = ([network, address]) =>
  isWithin(
    stringValueOf(typeof address === 'string' ? ip.make(address) : address),
    stringValueOf(network),
  )

const holdsNetwork: Overload['run'] = ([network, other]) => {
  const inner = stringValueOf(typeof other === 'string' ? cidr.make(other) : other)
  const outer = stringValueOf(network)
  return prefixOf(outer) <= prefixOf(inner) && isWithin(inner.split('/')[0] ?? '', outer)
}

const inNetwork =
  (...networks: string[]): Overload['run'] =>
  ([address]) =>
    networks.some(network => isWithin(stringValueOf(address), network))

function masked(network: string): ExtensionValue {
  const { value, bits } = addressNumber(network.split('/')[0] ?? '')
  const left = BigInt(bits - prefixOf(network))
  return cidr.make(`${addressText((value >> left) << left, bits)}/${prefixOf(network)}`)
}

const isCanonical: Overload['run'] = ([value]) => ip.make(value).key === value

const family = (value: unknown): bigint => (stringValueOf(value).includes(':') ? 6n : 4n)

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

/** Multicast groups of link-local scope, with any flags. */
const onLink = Array.from('0123456789abcdef', flags => `ff${flags}2::/16`)

const unbudgeted = { spend: () => {} }

export const addressFunctions: readonly Overload[] = defineOverloads({
  'isIP(string) bool': ([value]) => ip.is(value),
  'ip(string) ip': ([value]) => ip.make(value),
  'ip.family() int': ([value]) => family(value),
  'ip::isCanonical(string) bool': isCanonical,
  'ip.isUnspecified() bool': inNetwork('0.0.0.0/32', '::/128'),
  'ip.isLoopback() bool': inNetwork('127.0.0.0/8', '::1/128'),
  'ip.isLinkLocalMulticast() bool': inNetwork('224.0.0.0/24', ...onLink),
  'ip.isLinkLocalUnicast() bool': inNetwork('169.254.0.0/16', 'fe80::/10'),
  'ip.isGlobalUnicast() bool': args => !isNotGlobal(args, unbudgeted),
  'cidr.ip() ip': ([network]) => ip.make(stringValueOf(network).split('/')[0]),
  'cidr.masked() cidr': ([network]) => masked(stringValueOf(network)),
  'cidr.containsIP(string) bool': holdsAddress,
  'cidr.containsIP(ip) bool': holdsAddress,
  'cidr.containsCIDR(string) bool': holdsNetwork,
  'cidr.containsCIDR(cidr) bool': holdsNetwork,
  'isCIDR(string) bool': ([value]) => cidr.is(value),
  'cidr(string) cidr': ([value]) => cidr.make(value),
  'cidr.prefixLength() int': ([value]) => BigInt(stringValueOf(value).split('/')[1] ?? '0'),
  'isURL(string) bool': ([value]) => isRequestUri(expectString(value)),
  'url(string) url': ([value]) => url(value),
  'url.getScheme() string': ofUrl(({ scheme }) => scheme),
  'url.getHost() string': ofUrl(({ host }) => host),
  'url.getHostname() string': ofUrl(({ hostname }) => hostname),
  'url.getPort() string': ofUrl(({ port }) => port),
  'url.getEscapedPath() string': ofUrl(({ escapedPath }) => escapedPath),
  'url.getQuery() map(string, list(string))': ofUrl(({ query }) => query),
})
