// Applies limit ranges: the default requests and limits of containers, and their bounds.

import { type ApiObject, type JsonObject, objectIn, objectsIn } from '../api/object.ts'
import type { Parts } from '../parts/parts.ts'
import { forbidden } from '../api/status.ts'
import type { AdmissionAttributes } from '../api/write.ts'
import { claimLimitFaults, containerLimitFaults, podLimitFaults } from './limit-range-faults.ts'
import { type AdmissionPlugin, storedObjects } from './admission-plugin.ts'

const annotation = 'kubernetes.io/limit-ranger'

export const limitRanges: AdmissionPlugin = {
  name: 'LimitRanger',
  async mutate(attempt, parts) {
    const { resource, operation, object, old } = attempt
    if (resource.kind !== 'Pod' || operation !== 'create') return object
    let next = object
    for (const limits of await rangesFor(attempt, parts)) next = filled(next, limits)
    if (next === object) return object
    // The QoS class depends on the requests and limits, so it is computed again.
    const { qosClass: _former, ...status } = objectIn(next.status)
    return resource.prepare({ ...next, status }, old)
  },
  async check(attempt, parts) {
    const { resource, operation, object } = attempt
    if (operation === 'delete' || (resource.kind === 'Pod' && operation === 'update')) return
    for (const limits of await rangesFor(attempt, parts)) {
      const faults = limits.flatMap(limit => [...faultsOf(object, limit)])
      if (faults.length === 0) continue
      const because = faults.length === 1 ? `${faults[0]}` : `[${faults.join(', ')}]`
      throw forbidden({ ...resource, name: object.metadata.name ?? '', because })
    }
  },
}

/** Returns the items of each limit range of the namespace. */
async function rangesFor({ object }: AdmissionAttributes, parts: Parts): Promise<JsonObject[][]> {
  const { namespace = '' } = object.metadata
  const found = await storedObjects({ group: '', kind: 'LimitRange', namespace }, parts)
  return found.map(({ spec }) => objectsIn(objectIn(spec).limits))
}

function* faultsOf(object: ApiObject, limit: JsonObject): Iterable<string> {
  const spec = objectIn(object.spec)
  if (object.kind === 'PersistentVolumeClaim') {
    if (limit.type === 'PersistentVolumeClaim') yield* claimLimitFaults(spec, limit)
  } else if (limit.type === 'Container') {
    const all = [...objectsIn(spec.containers), ...objectsIn(spec.initContainers)]
    for (const { resources } of all) yield* containerLimitFaults(objectIn(resources), limit)
  } else if (limit.type === 'Pod') yield* podLimitFaults(spec, limit)
}

/** Sets the default requests and limits of a limit range on the containers of a pod. */
function filled(object: ApiObject, limits: readonly JsonObject[]): ApiObject {
  const own = limits.filter(({ type }) => type === 'Container')
  const given = {
    requests: Object.assign({}, ...own.map(limit => limit.defaultRequest)) as JsonObject,
    limits: Object.assign({}, ...own.map(limit => limit.default)) as JsonObject,
  }
  const spec = objectIn(object.spec)
  const notes: string[] = []
  const withDefaults = (list: unknown, what: string) =>
    objectsIn(list).map(container => {
      const next = withAmounts(container, given)
      notes.push(...next.added.map(text => `${text} for ${what} ${container.name}`))
      return next.container
    })
  const containers = withDefaults(spec.containers, 'container')
  const initContainers = withDefaults(spec.initContainers, 'init container')
  if (notes.length === 0) return object
  const next = { ...spec, containers, ...(initContainers.length > 0 && { initContainers }) }
  return annotated({ ...object, spec: next }, notes)
}

type Given = { readonly requests: JsonObject; readonly limits: JsonObject }

/**
 * Adds the missing amounts to a container. Returns the container and the names of these amounts.
 */
function withAmounts(container: JsonObject, given: Given) {
  const resources = { ...objectIn(container.resources) }
  const added: string[] = []
  for (const side of ['requests', 'limits'] as const) {
    const own = objectIn(resources[side])
    const names = Object.keys(given[side]).filter(name => !Object.hasOwn(own, name))
    if (names.length === 0) continue
    resources[side] = { ...given[side], ...own }
    added.push(`${names.sort().join(', ')} ${side.slice(0, -1)}`)
  }
  return { container: added.length === 0 ? container : { ...container, resources }, added }
}

function annotated(object: ApiObject, notes: readonly string[]): ApiObject {
  const { metadata } = object
  const text = `LimitRanger plugin set: ${notes.join('; ')}`
  return {
    ...object,
    metadata: { ...metadata, annotations: { ...metadata.annotations, [annotation]: text } },
  }
}
