// How the objects of each type count against quotas, as on a genuine server.

import { type JsonObject, objectIn, objectsIn } from '../../api/object.ts'
import { isSameJson } from '../../api/same-json.ts'
import { qualifiedResourceName, type Resource } from '../../api/resource.ts'
import { type Amount, amountIn, countOf } from '../../lib/amounts.ts'
import type { QuotaCounter, QuotaScope } from '../../parts/quota-parts.ts'
import { podCounter } from './pod-counter.ts'
import { isSelectedBy } from './quota-scopes.ts'

/** Returns how objects of a type are counted; undefined for events, which are not. */
export function counterOf(
  { group, resource }: Pick<Resource, 'group' | 'resource'>,
  apiDomain: string,
): QuotaCounter | undefined {
  if (resource === 'events' && (group === '' || group === `events.${apiDomain}`)) return undefined
  if (group !== '') return objectCounter([`count/${qualifiedResourceName(resource, group)}`])
  if (resource === 'pods') return podCounter
  if (resource === 'services') return serviceCounter
  if (resource === 'persistentvolumeclaims') return claimCounter(apiDomain)
  const isNamed = countedByName.includes(resource)
  return objectCounter([`count/${resource}`, ...(isNamed ? [resource] : [])])
}

const countedByName = ['configmaps', 'resourcequotas', 'replicationcontrollers', 'secrets']

const one = countOf(1)

/** Counts objects, whatever they contain. They are in no scope. */
function objectCounter(names: readonly string[]): QuotaCounter {
  const each = new Map(names.map(name => [name, one]))
  return {
    tracks: name => each.has(name),
    isCharged: ({ operation, subresource }) => operation === 'create' && subresource === '',
    mayFree: () => false,
    usageOf: () => each,
    usageOfEach: each,
    isInScope: () => false,
  }
}

const serviceNames = [
  'count/services',
  'services',
  'services.nodeports',
  'services.loadbalancers',
] as const

const serviceCounter: QuotaCounter = {
  tracks: name => serviceNames.some(own => own === name),
  isCharged: ({ operation, subresource }) => operation !== 'delete' && subresource === '',
  mayFree: (object, old) => quotaTypeOf(object.spec) !== quotaTypeOf(old.spec),
  usageOf: ({ spec }) => {
    const type = quotaTypeOf(spec)
    const amounts = [one, one, countOf(nodePortsOf(objectIn(spec))), countOf(0)]
    if (type === 'LoadBalancer') amounts[3] = one
    return new Map(serviceNames.map((name, index) => [name, amounts[index] ?? one]))
  },
  isInScope: () => false,
}

function quotaTypeOf(spec: unknown): string {
  const { type } = objectIn(spec)
  return type === 'NodePort' || type === 'LoadBalancer' ? type : ''
}

/** Returns how many node ports a service has, or will get. */
function nodePortsOf(spec: JsonObject): number {
  const ports = objectsIn(spec.ports)
  if (spec.type === 'NodePort') return ports.length
  if (spec.type !== 'LoadBalancer') return 0
  if (spec.allocateLoadBalancerNodePorts !== false) return ports.length
  return ports.filter(({ nodePort = 0 }) => nodePort !== 0).length
}

const claims = 'persistentvolumeclaims'
const storage = 'requests.storage'
const attributesClass = 'VolumeAttributesClass'

const claimCounter = (apiDomain: string): QuotaCounter => {
  const ofClass = `.storageclass.storage.${apiDomain}/`
  const endings = [claims, storage].map(name => `${ofClass}${name}`)
  return {
    tracks: name =>
      [`count/${claims}`, claims, storage].includes(name) ||
      endings.some(ending => name.endsWith(ending)),
    isCharged: ({ operation, subresource }) =>
      subresource === '' ? operation !== 'delete' : subresource === 'status',
    mayFree: (object, old) =>
      !isSameJson(sizesIn(object.status), sizesIn(old.status)) ||
      !isSameJson(attributesClassesOf(object), attributesClassesOf(old)),
    usageOf: object => {
      const usage = new Map<string, Amount>([
        [claims, one],
        [`count/${claims}`, one],
      ])
      const size = sizeOf(object)
      if (size) usage.set(storage, size)
      const name = classOf(object)
      if (name === '') return usage
      usage.set(`${name}${ofClass}${claims}`, one)
      if (size) usage.set(`${name}${ofClass}${storage}`, size)
      return usage
    },
    isInScope: (object, scope) => isOfAttributesClass(attributesClassesOf(object), scope),
  }
}

type Claim = { readonly spec?: unknown; readonly status?: unknown; readonly metadata: JsonObject }

const sizesIn = (status: unknown): unknown => objectIn(objectIn(status).allocatedResources).storage

/** Returns the size in whole bytes: the requested one, or the allocated one if that is larger. */
function sizeOf({ spec, status }: Claim): Amount | undefined {
  const requested = objectIn(objectIn(objectIn(spec).resources).requests).storage
  if (requested === undefined) return undefined
  const allocated = sizesIn(status)
  const sizes = [requested, allocated ?? requested].map(size => amountIn(String(size)))
  const size = sizes.reduce((most, one) => (one.billionths > most.billionths ? one : most))
  const billion = 1_000_000_000n
  return { ...size, billionths: ((size.billionths + billion - 1n) / billion) * billion }
}

const classAnnotation = 'volume.beta.kubernetes.io/storage-class'

/** The annotation is from before the field, and takes precedence. */
const classOf = ({ metadata, spec }: Claim): string =>
  String(objectIn(metadata.annotations)[classAnnotation] ?? objectIn(spec).storageClassName ?? '')

function attributesClassesOf({ spec, status }: Claim): string[] {
  const { currentVolumeAttributesClassName: current, modifyVolumeStatus } = objectIn(status)
  const wanted = objectIn(modifyVolumeStatus).targetVolumeAttributesClassName
  const all = [objectIn(spec).volumeAttributesClassName, current, wanted]
  return all.filter((name): name is string => typeof name === 'string' && name !== '')
}

function isOfAttributesClass(names: readonly string[], scope: QuotaScope): boolean {
  if (scope.scopeName !== attributesClass) return false
  const all = names.length === 0 ? [undefined] : names
  return all.some(name => isSelectedBy(scope, name))
}
