import { BlockList, isIPv4 } from 'node:net'
// Validators of ingresses, network policies and endpoint slices.

import { addressFamilyOf, cidrFamilyOf } from '../../lib/ip-addresses.ts'
import {
  valueDuplicate,
  valueForbidden,
  valueInvalid,
  valueRequired,
} from '../../api/status-causes.ts'
import { isJsonObject, objectIn, objectsIn, textsIn } from '../../api/object.ts'
import { isSameJson } from '../../api/same-json.ts'
import { textFormats } from './text-formats.ts'
import { isEmptyValue, isPresent, type Validator, memberValueAt } from './value-place.ts'

const notIn = ['//', '/./', '/../', '%2f', '%2F']
const notLast = ['/..', '/.']

export const networkValidators = {
  someRules: function* ({ field, value }) {
    const { rules, defaultBackend } = objectIn(value)
    if (!isEmptyValue(rules) || isPresent(defaultBackend)) return
    yield valueInvalid(field, rules ?? [], 'either `defaultBackend` or `rules` must be specified')
  },
  oneBackend: function* ({ field, value }) {
    if (!isJsonObject(value)) return
    const { resource, service } = value
    if (isPresent(resource) && isPresent(service)) {
      return yield valueInvalid(field, '', 'cannot set both resource and service backends')
    }
    if (!isPresent(resource) && !isPresent(service)) {
      return yield valueInvalid(field, '', 'resource or service backend is required')
    }
    if (!isPresent(service)) return
    const { name, number } = objectIn(objectIn(service).port)
    const fieldPath = `${field}.service.port`
    if (name && number) yield valueInvalid(field, '', 'cannot set both port name & port number')
    else if (name) {
      for (const fault of textFormats.portName(String(name)))
        yield valueInvalid(`${fieldPath}.name`, name, fault)
    } else if (!number) yield valueRequired(field, 'port name or number is required')
    else if (Number(number) < 1 || Number(number) > 65_535) {
      yield valueInvalid(`${fieldPath}.number`, number, 'must be between 1 and 65535, inclusive')
    }
  },
  ingressPath: function* ({ field, value }) {
    const path = String(value ?? '')
    if (!path.startsWith('/')) yield valueInvalid(field, path, 'must be an absolute path')
    for (const part of notIn) {
      if (path.includes(part)) yield valueInvalid(field, path, `must not contain '${part}'`)
    }
    for (const end of notLast) {
      if (path.endsWith(end)) yield valueInvalid(field, path, `cannot end with '${end}'`)
    }
  },
  noNamespace: function* ({ field, value }) {
    if (isPresent(value)) yield valueForbidden(field, "`parameters.scope` is set to 'Cluster'")
  },
  endPort: function* (place) {
    const { field, value } = place
    const port = memberValueAt(place, '^port') ?? undefined
    if (!isPresent(value)) return
    const end = Number(value)
    if (port === undefined) {
      yield valueInvalid(field, value, 'may not be specified when `port` is not specified')
    } else if (typeof port === 'string') {
      yield valueInvalid(field, value, 'may not be specified when `port` is non-numeric')
    } else {
      if (end < Number(port)) {
        yield valueInvalid(field, value, 'must be greater than or equal to `port`')
      }
      if (end < 1 || end > 65_535) {
        yield valueInvalid(field, value, 'must be between 1 and 65535, inclusive')
      }
    }
  },
  addressBlock: function* ({ field, value }) {
    if (!isJsonObject(value)) return
    const { cidr = '', except } = value
    const block = String(cidr)
    for (const fault of textFormats.legacyRange(block))
      yield valueInvalid(`${field}.cidr`, block, fault)
    if (block === '') yield valueRequired(`${field}.cidr`)
    if (!cidrFamilyOf(block)) return
    for (const [index, one] of textsIn(except).entries()) {
      const fieldPath = `${field}.except[${index}]`
      const faults = textFormats.legacyRange(one)
      for (const fault of faults) yield valueInvalid(fieldPath, one, fault)
      if (faults.length === 0 && !isStrictSubrange(one, block)) {
        yield valueInvalid(fieldPath, one, 'must be a strict subset of `cidr`')
      }
    }
  },
  onePeer: function* ({ field, value }) {
    const { podSelector, namespaceSelector, ipBlock } = objectIn(value)
    const there = [podSelector, namespaceSelector, ipBlock].filter(isPresent).length
    if (there === 0) yield valueRequired(field, 'must specify a peer')
    else if (there > 1 && isPresent(ipBlock)) {
      yield valueForbidden(field, 'may not specify both ipBlock and another peer')
    }
  },
  twoTypes: function* ({ field, value }) {
    if (!Array.isArray(value) || value.length <= 2) return
    yield valueInvalid(field, value, 'may not specify more than two policyTypes')
  },
  addressRanges: function* ({ field, value, old, isUpdate }) {
    const fieldPath = `${field}.cidrs`
    const ranges = textsIn(objectIn(value).cidrs)
    const before = textsIn(objectIn(old).cidrs)
    if (
      isUpdate &&
      ranges.length !== before.length &&
      !(before.length === 1 && ranges.length === 2)
    ) {
      return yield valueInvalid(fieldPath, ranges, 'field is immutable')
    }
    for (const [index, range] of isUpdate ? before.entries() : []) {
      if (range !== ranges[index]) {
        yield valueInvalid(`${fieldPath}[${index}]`, ranges[index], 'field is immutable')
      }
    }
    if (isUpdate && ranges.length === before.length) return
    if (ranges.length === 0) yield valueRequired(fieldPath, 'at least one CIDR required')
    if (ranges.length > 2) yield valueInvalid(fieldPath, value, 'may only hold up to 2 values')
    for (const [index, range] of ranges.entries()) {
      for (const fault of textFormats.addressRange(range)) {
        yield valueInvalid(`${fieldPath}[${index}]`, range, fault)
      }
    }
    const [first = '', second = ''] = ranges
    if (ranges.length !== 2 || cidrFamilyOf(first) !== cidrFamilyOf(second)) return
    if (cidrFamilyOf(first) === undefined) return
    yield valueInvalid(fieldPath, ranges, 'may specify no more than one IP for each IP family')
  },
  slicePorts: function* ({ field, value }) {
    const names = new Set<unknown>()
    for (const [index, { name = '' }] of objectsIn(value).entries()) {
      if (names.has(name)) yield valueDuplicate(`${field}[${index}].name`, name)
      names.add(name)
    }
  },
  sliceAddresses: function* (place) {
    const { field, value } = place
    const type = memberValueAt(place, '^^^addressType')
    const list = place.parent?.parent
    // Addresses that were already stored are not checked again.
    if (list?.isUpdate && isSameJson(list.value, list.old)) return
    for (const [index, address] of textsIn(value).entries()) {
      const fieldPath = `${field}[${index}]`
      if (type === 'FQDN') {
        for (const fault of textFormats.fullName(address))
          yield valueInvalid(fieldPath, address, fault)
      } else if (type === 'IPv4' || type === 'IPv6') {
        const faults = textFormats.endpointAddress(address)
        for (const fault of faults) yield valueInvalid(fieldPath, address, fault)
        const family = addressFamilyOf(address)
        if (family === undefined || family === type) continue
        yield valueInvalid(field, address, `must be an ${type} address`)
      }
    }
  },
  namesOnce: function* ({ field, value }) {
    const names = new Set<unknown>()
    for (const [index, { name = '' }] of objectsIn(value).entries()) {
      if (names.has(name)) yield valueDuplicate(`${field}[${index}].name`, name)
      names.add(name)
    }
  },
} as const satisfies { readonly [name: string]: Validator }

/** Whether a CIDR is a strict subrange of another CIDR of the same family. */
function isStrictSubrange(inner: string, outer: string): boolean {
  const [address = '', bits = ''] = inner.split('/')
  const [start = '', outerBits = ''] = outer.split('/')
  if (isIPv4(address) !== isIPv4(start)) return false
  const list = new BlockList()
  const family = isIPv4(start) ? 'ipv4' : 'ipv6'
  list.addSubnet(start, Number(outerBits), family)
  return list.check(address, family) && Number(outerBits) < Number(bits)
}
