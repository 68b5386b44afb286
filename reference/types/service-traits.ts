// Assigns addresses and node ports to services.

import { createHash } from 'node:crypto'

import { type ApiObject, type JsonObject, objectIn, objectsIn } from '../api/object.ts'
import { isSameJson } from '../api/same-json.ts'
import { withMissing } from './schemas/defaulters.ts'

/**
 * Fills in a service according to its type: one cluster address, and for some types a node port for
 * each port. Assigned values are kept on updates. Both are derived from the uid without
 * bookkeeping, so in rare cases two services get the same value.
 */
export function withServiceAddresses(object: ApiObject, old: ApiObject | undefined): ApiObject {
  const before = objectIn(old?.spec)
  const spec = withoutFormer(objectIn(object.spec), before)
  if (spec.type === 'ExternalName') return { ...object, spec }
  const number = numberOf(object.metadata.uid ?? '')
  const clusterIP = spec.clusterIP || before.clusterIP || addressOf(number)
  const given = withMissing(spec, {
    clusterIP,
    clusterIPs: [clusterIP],
    ipFamilies: ['IPv4'],
    ipFamilyPolicy: 'SingleStack',
  })
  const ports = hasNodePorts(spec) ? { ports: withNodePorts(given.ports, number) } : {}
  return { ...object, spec: { ...given, ...ports } }
}

/** Drops the session affinity configuration when there is no session affinity. */
export function withoutUnusedAffinity(object: ApiObject): ApiObject {
  const { sessionAffinityConfig, ...spec } = objectIn(object.spec)
  const isVain = sessionAffinityConfig !== undefined && spec.sessionAffinity === 'None'
  return isVain ? { ...object, spec } : object
}

const hasNodePorts = ({ type, allocateLoadBalancerNodePorts }: JsonObject): boolean =>
  type === 'NodePort' || (type === 'LoadBalancer' && allocateLoadBalancerNodePorts !== false)

const ofAddresses = ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy']

/**
 * When the type changes, drops the fields that only the former type had, unless the update sets a
 * new value for them.
 */
function withoutFormer(spec: JsonObject, before: JsonObject): JsonObject {
  if (before.type === undefined || spec.type === before.type) return spec
  const isOpen = spec.type === 'NodePort' || spec.type === 'LoadBalancer'
  const former = [
    ...(spec.type === 'ExternalName' ? [...ofAddresses, 'internalTrafficPolicy'] : []),
    ...(isOpen ? [] : ['externalTrafficPolicy']),
    ...(spec.type === 'LoadBalancer' ? [] : ['allocateLoadBalancerNodePorts']),
  ].filter(name => isSameJson(spec[name], before[name]))
  const kept = Object.entries(spec).filter(([name]) => !former.includes(name))
  const next: JsonObject = Object.fromEntries(kept)
  if (isOpen || !Array.isArray(spec.ports)) return next
  const formerPorts = objectsIn(before.ports).map(({ nodePort }) => nodePort)
  const ports = objectsIn(spec.ports).map(({ nodePort, ...port }) =>
    formerPorts.includes(nodePort)
      ? port
      : { ...port, ...(nodePort !== undefined && { nodePort }) },
  )
  return { ...next, ports }
}

/** Returns 32 bits of a hash of the text. */
const numberOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE()

// 10.96.0.0/12 without its first address.
const addressesStart = (10 << 24) | (96 << 16)
const addressesCount = 2 ** 20 - 2

function addressOf(number: number): string {
  const address = addressesStart + 1 + (number % addressesCount)
  return [24, 16, 8, 0].map(shift => (address >>> shift) & 255).join('.')
}

const nodePortMin = 30_000
const nodePortsCount = 2_768

const withNodePorts = (ports: unknown, number: number) =>
  objectsIn(ports).map((port, index) => ({
    ...port,
    nodePort: port.nodePort || nodePortMin + ((number + index) % nodePortsCount),
  }))
