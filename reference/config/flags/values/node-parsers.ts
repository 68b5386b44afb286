// Parsers of node settings: addresses, labels, taints, processors and memory.

import { addressFamilyOf, isIpAddress, isCidr } from '../../../lib/ip-addresses.ts'
import { labelValueFaults, qualifiedNameFaults } from '../../../api/name-rules.ts'
import { isJsonObject, type JsonObject, objectIn } from '../../../api/object.ts'
import {
  splitItems,
  joinLists,
  listParser,
  pairsParser,
  readList,
  stringListParser,
} from './list-parsers.ts'
import { quote } from '../../../api/quote.ts'
import { type ParseResult, type ValueParser, isFault, textParser } from './value-parser.ts'
import { billionthsIn } from '../../../lib/quantities.ts'

/** One address. Empty for none. */
export const address = textParser({
  word: 'string',
  read: text =>
    text === '' || isIpAddress(text) ? { value: text } : { fault: 'must be an IP address' },
})

/** The addresses of name servers. A genuine agent drops invalid ones and continues. */
export const addressList = listParser('strings', text =>
  isIpAddress(text) ? { value: text } : { fault: `must be IP addresses, got ${quote(text)}` },
)

/** The same for genuine agents, which drop invalid addresses and continue. */
export const looseAddresses: ValueParser = {
  ...stringListParser,
  read: text => advised(stringListParser.read(text)),
  readJson: json => {
    const reading = stringListParser.readJson(json)
    return reading && advised(reading)
  },
}

function advised(reading: ParseResult): ParseResult {
  if (isFault(reading)) return reading
  const bad = [reading.value].flat().find(item => !isIpAddress(String(item)))
  return bad === undefined ? reading : { ...reading, advice: noAddress(String(bad)) }
}

const noAddress = (text: string): string => `${quote(text)} is not an IP address`

/** One address, or one of each family (AGENT-206). */
export const nodeAddresses = textParser({
  word: 'string',
  read: text => {
    const all = splitItems(text).map(item => item.trim())
    const bad = all.find(item => !isIpAddress(item))
    if (bad !== undefined) return { fault: `must be IP addresses, got ${quote(bad)}` }
    return readNodeAddresses(all)
  },
})

/** The same, with invalid addresses dropped. */
export const looseNodeAddresses = textParser({
  word: 'string',
  read: text => {
    const all = splitItems(text).map(item => item.trim())
    const bad = all.find(item => !isIpAddress(item))
    const reading = readNodeAddresses(all.filter(isIpAddress))
    if (isFault(reading) || bad === undefined) return reading
    return { ...reading, advice: noAddress(bad) }
  },
})

function readNodeAddresses(all: readonly string[]): ParseResult {
  if (all.length <= 1) return { value: all.join() }
  const [first = '', second = ''] = all
  const isPair = all.length === 2 && addressFamilyOf(first) !== addressFamilyOf(second)
  if (!isPair) return { fault: 'must be one address, or one of IPv4 and one of IPv6' }
  if (all.some(isUnspecified))
    return { fault: 'must not combine 0.0.0.0 or :: with another address' }
  return { value: all.join() }
}

const isUnspecified = (text: string): boolean =>
  text === '0.0.0.0' || (addressFamilyOf(text) === 'IPv6' && /^[0:]+$/.test(text))

/** A CIDR. */
export const cidr = textParser({
  word: 'string',
  read: text => {
    const bad = splitItems(text).find(item => !isCidr(item.trim()))
    if (bad === undefined) return { value: text }
    return { fault: `must be a CIDR such as 10.0.0.0/24, got ${quote(bad)}` }
  },
})

const labelFault = (name: string, value: string): string | undefined => {
  const fault = qualifiedNameFaults(name)[0] ?? labelValueFaults(value)[0]
  return fault === undefined ? undefined : `must be labels: ${quote(`${name}=${value}`)}: ${fault}`
}

/** Labels (AGENT-087): `rack=a1,disk=ssd`. */
export const labels = pairsParser({ word: 'key=value,...', sign: '=', fault: labelFault })

/** The same, where a key alone has an empty value. */
export const looseLabels = pairsParser({
  word: 'key=value,...',
  sign: '=',
  fault: labelFault,
  takesNames: true,
})

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute']

const taintsForm = (readTaint: (text: string) => ParseResult): ValueParser => ({
  word: 'key=value:effect,...',
  // The last flag applies, and an empty one removes all taints.
  read: text => readTaints(text === '' ? [] : text.split(','), readTaint),
  readJson: json => {
    const texts = textsOf(
      json,
      ({ key, value = '', effect }) => `${String(key)}=${String(value)}:${String(effect)}`,
    )
    return texts && readTaints(texts, readTaint)
  },
})

/** Formats each object of a list as a text. Returns undefined for any other value. */
const textsOf = (json: unknown, textOf: (item: JsonObject) => string): string[] | undefined =>
  Array.isArray(json) && json.every(isJsonObject) ? json.map(textOf) : undefined

function readTaints(texts: readonly string[], read: (text: string) => ParseResult): ParseResult {
  const reading = readList(texts, read)
  if (isFault(reading)) return reading
  const places = [reading.value].flat().map(placeOf).toSorted()
  const twice = places.find((place, index) => place === places[index + 1])
  if (twice === undefined) return reading
  return { fault: `must not repeat a key with the same effect, got ${quote(twice)} twice` }
}

const placeOf = (taint: unknown): string => String(taint).replace(/=[^:]*:/, ':')

function readTaint(text: string): ParseResult {
  const [, key, value = '', effect = ''] = /^([^=:]*)=([^=:]*):([^=:]*)$/.exec(text) ?? []
  if (key === undefined) return { fault: `must have the form key=value:effect, got ${quote(text)}` }
  if (!effects.includes(effect)) {
    return { fault: `must have one of the effects ${effects.join(', ')}, got ${quote(effect)}` }
  }
  const fault = labelFault(key, value)
  return fault === undefined ? { value: text } : { fault: `must be taints: ${fault}` }
}

/** Taints (AGENT-221): `dedicated=batch:NoSchedule`. */
export const taints = taintsForm(readTaint)

/** The same, where the value of a taint may be omitted. */
export const looseTaints = taintsForm(text => {
  const reading = readTaint(text.replace(/^([^=:]*):/, '$1=:'))
  return isFault(reading) ? reading : { value: text }
})

/** CPU numbers and ranges: `0-3,8`. */
export const cpuSet = textParser({
  word: 'cpus',
  read: text => {
    const bad = (text === '' ? [] : text.split(',')).find(item => !isSpan(item))
    if (bad === undefined) return { value: text }
    return { fault: `must be a CPU list such as 0-3,8, got ${quote(bad)}` }
  },
})

function isSpan(text: string): boolean {
  const [, first = '', last = first] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(text) ?? []
  return first !== '' && Number(first) <= Number(last)
}

const limits = pairsParser({
  word: '',
  sign: '=',
  fault: (name, value) => {
    if (!/^(?:memory|hugepages-.{1,60})$/.test(name)) {
      return `must be memory or hugepages-<size>, got ${quote(name)}`
    }
    const amount = billionthsIn(value)
    const isAmount = amount !== undefined && amount > 0n
    return isAmount ? undefined : `must be a quantity above 0, got ${quote(value)}`
  },
})

/** Memory reserved per NUMA node (AGENT-224): `0:memory=1Gi,hugepages-2Mi=1Gi;1:memory=2Gi`. */
export const memoryReservations: ValueParser = {
  word: 'node:type=quantity,...',
  read: text => readList(text === '' ? [] : text.split(';'), readReservation),
  merge: joinLists,
  readJson: json => {
    const texts = textsOf(json, ({ numaNode, limits: kept }) => {
      const types = Object.entries(objectIn(kept)).map(
        ([name, value]) => `${name}=${String(value)}`,
      )
      return `${String(numaNode)}:${types.join(',')}`
    })
    return texts && readList(texts, readReservation)
  },
}

function readReservation(text: string): ParseResult {
  const [, node = '', kept = ''] = /^(\d{1,9}):([^:]+)$/.exec(text) ?? []
  if (node === '') return { fault: `must have the form node:type=quantity, got ${quote(text)}` }
  // Unlike other maps, this one does not allow a superfluous comma.
  if (kept.split(',').includes(''))
    return { fault: `must have the form type=quantity, got ${quote(kept)}` }
  const reading = limits.read(kept)
  return isFault(reading) ? reading : { value: { numaNode: Number(node), limits: reading.value } }
}
