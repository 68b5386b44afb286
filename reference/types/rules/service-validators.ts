// Validators of the addresses and ports of services.

import { addressFamilyOf, cidrFamilyOf } from '../../lib/ip-addresses.ts'
import {
  valueDuplicate,
  valueForbidden,
  valueInvalid,
  valueNotSupported,
  valueRequired,
  type StatusCause,
} from '../../api/status-causes.ts'
import { type JsonObject, objectIn, objectsIn, textsIn } from '../../api/object.ts'
import { isEmptyValue, type Validator, type ValuePlace } from './value-place.ts'

const isHeadless = (spec: unknown): boolean => {
  const { clusterIPs, clusterIP } = objectIn(spec)
  const addresses = textsIn(clusterIPs)
  return addresses.length > 0
    ? addresses.length === 1 && addresses[0] === 'None'
    : clusterIP === 'None'
}

export const serviceValidators = {
  servicePorts: function* (place) {
    const { field, value } = place
    const spec = objectIn(place.parent?.value)
    const all = objectsIn(value)
    if (all.length === 0 && !isHeadless(spec) && spec.type !== 'ExternalName') {
      yield valueRequired(field)
    }
    const names = new Set<unknown>()
    const usedPorts = new Set<string>()
    const ofNodes = new Set<string>()
    for (const [index, one] of all.entries()) {
      const { name, port, nodePort, targetPort, protocol = 'TCP' } = one
      const fieldPath = `${field}[${index}]`
      if (!port && !targetPort) {
        yield valueInvalid(`${fieldPath}.targetPort`, 0, 'must be between 1 and 65535, inclusive')
      }
      if (isEmptyValue(name)) {
        if (all.length > 1) yield valueRequired(`${fieldPath}.name`)
      } else if (names.has(name)) yield valueDuplicate(`${fieldPath}.name`, name)
      names.add(name)
      const own = `${String(protocol)}/${String(port)}`
      if (usedPorts.has(own)) yield valueDuplicate(fieldPath, { protocol, port })
      usedPorts.add(own)
      if (!nodePort) continue
      const onNode = `${String(protocol)}/${String(nodePort)}`
      if (ofNodes.has(onNode)) yield valueDuplicate(`${fieldPath}.nodePort`, nodePort)
      ofNodes.add(onNode)
      if (spec.type === 'ClusterIP') {
        yield valueForbidden(`${fieldPath}.nodePort`, "may not be used when `type` is 'ClusterIP'")
      } else if (Number(nodePort) < 30_000 || Number(nodePort) > 32_767) {
        const because =
          'provided port is not in the valid range. The range of valid ports is 30000-32767'
        yield valueInvalid(`${fieldPath}.nodePort`, nodePort, because)
      }
    }
  },
  clusterAddresses,
  /** An unchanged value may stay when the type changes from LoadBalancer to another one. */
  onlyBalanced: function* (place) {
    const { field, value, old } = place
    if (value === undefined || value === null) return
    if (value === old && objectIn(place.parent?.old).type === 'LoadBalancer') return
    yield valueForbidden(field, "may only be used when `type` is 'LoadBalancer'")
  },
  classKept: function* (place) {
    const { field, value, old, isUpdate } = place
    if (!isUpdate || objectIn(place.parent?.old).type !== 'LoadBalancer') return
    if ((value ?? undefined) === (old ?? undefined)) return
    yield valueInvalid(field, value ?? null, 'may not change once set')
  },
  sourceRanges: function* (place) {
    const fieldPath = `${place.field}.LoadBalancerSourceRanges`
    const ranges = textsIn(objectIn(place.value).loadBalancerSourceRanges)
    for (const [index, text] of ranges.entries()) {
      if (cidrFamilyOf(text.trim())) continue
      const because = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'
      yield valueInvalid(`${fieldPath}[${index}]`, text, because)
    }
  },
  externalTraffic,
  addressKept,
} as const satisfies { readonly [name: string]: Validator }

/** If an update changes only `clusterIP`, it replaces the first of `clusterIPs`. */
function addressesOf(now: JsonObject, before: JsonObject): string[] {
  const addresses = textsIn(now.clusterIPs)
  const isOld = addresses.join() === textsIn(before.clusterIPs).join()
  if (!isOld || !now.clusterIP || now.clusterIP === before.clusterIP) return addresses
  return [String(now.clusterIP), ...addresses.slice(1)]
}

function* clusterAddresses({ field, value, old }: ValuePlace): Iterable<StatusCause> {
  const spec = objectIn(value)
  const { type, clusterIP, ipFamilies } = spec
  const addresses = addressesOf(spec, objectIn(old))
  const fieldPath = `${field}.clusterIPs`
  if (isHeadless(value) && (type === 'NodePort' || type === 'LoadBalancer')) {
    const because = `may not be set to 'None' for ${type} services`
    yield valueInvalid(`${fieldPath}[0]`, 'None', because)
  }
  if (clusterIP && addresses.length > 0 && addresses[0] !== clusterIP) {
    yield valueInvalid(fieldPath, addresses, 'first value must match `clusterIP`')
  }
  for (const [index, address] of addresses.entries()) {
    if (address === 'None' && index === 0) {
      const because = "'None' must be the first and only value"
      if (addresses.length > 1) yield valueInvalid(fieldPath, addresses, because)
    } else if (!addressFamilyOf(address)) {
      const because = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'
      yield valueInvalid(`${fieldPath}[${index}]`, address, because)
    }
  }
  if (addresses.length > 2) yield valueInvalid(fieldPath, addresses, 'may only hold up to 2 values')
  const families = textsIn(ipFamilies)
  for (const [index, address] of addresses.entries()) {
    const [wanted, found] = [families[index], addressFamilyOf(address)]
    if (found === undefined || wanted === found) continue
    if (wanted !== 'IPv4' && wanted !== 'IPv6') continue
    const because = `expected an ${wanted} value as indicated by \`ipFamilies[${index}]\``
    yield valueInvalid(`${fieldPath}[${index}]`, address, because)
  }
}

function* externalTraffic({ field, value, old, isUpdate }: ValuePlace): Iterable<StatusCause> {
  const spec = objectIn(value)
  const { type, externalIPs, externalTrafficPolicy: policy, healthCheckNodePort: port } = spec
  const isOpen =
    type === 'NodePort' ||
    type === 'LoadBalancer' ||
    (type === 'ClusterIP' && !isEmptyValue(externalIPs))
  const fieldPath = `${field}.externalTrafficPolicy`
  if (!isOpen) {
    const because = 'may only be set for externally-accessible services'
    if (!isEmptyValue(policy)) yield valueInvalid(fieldPath, policy, because)
  } else if (!isEmptyValue(policy) && policy !== 'Cluster' && policy !== 'Local') {
    yield valueNotSupported(fieldPath, policy, ['Cluster', 'Local'])
  }
  const isChecked = type === 'LoadBalancer' && policy === 'Local'
  const before = objectIn(old)
  const wasChecked = before.type === 'LoadBalancer' && before.externalTrafficPolicy === 'Local'
  const health = `${field}.healthCheckNodePort`
  if (!isChecked) {
    const because =
      "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'"
    const isLeft = isUpdate && wasChecked && port === before.healthCheckNodePort
    if (port && !isLeft) yield valueInvalid(health, port, because)
  } else if (port && (Number(port) < 1 || Number(port) > 65_535)) {
    yield valueInvalid(health, port, 'must be between 1 and 65535, inclusive')
  }
  if (isUpdate && isChecked && wasChecked && before.healthCheckNodePort !== port) {
    yield valueForbidden(health, 'field is immutable')
  }
}

/** Forbids changes of a service's address, except to or from a type without one. */
function* addressKept(place: ValuePlace): Iterable<StatusCause> {
  const { field, value, old, isUpdate } = place
  const [now, before] = [objectIn(value), objectIn(old)]
  if (!isUpdate || now.type === 'ExternalName' || before.type === 'ExternalName') return
  const [next, had] = [addressesOf(now, before), textsIn(before.clusterIPs)]
  const isMoved = next[0] !== had[0] && had[0] !== undefined
  const firstField = `${field}.clusterIPs[0]`
  if (isMoved) yield valueInvalid(firstField, next, 'may not change once set')
  const [families, hadFamilies] = [textsIn(now.ipFamilies), textsIn(before.ipFamilies)]
  if (isHeadless(now) || isHeadless(before)) return
  if (hadFamilies[0] === undefined || families[0] === undefined) return
  if (families[0] !== hadFamilies[0]) {
    yield valueInvalid(`${field}.ipFamilies[0]`, families, 'may not change once set')
  }
}
