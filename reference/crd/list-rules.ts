import {
  valueForbidden,
  valueInvalid,
  valueNotSupported,
  valueRequired,
  type StatusCause,
} from '../api/status-causes.ts'
import type { SchemaNode } from './schema-node.ts'

const listTypes = ['atomic', 'set', 'map']

/** Yields the causes of a schema's list extensions, which control how lists are merged. */
export function* listCauses(node: SchemaNode, path: string): Iterable<StatusCause> {
  const { listType, listMapKeys, type, items } = node
  const typeField = `${path}.x-kubernetes-list-type`
  if (listType !== undefined && type !== 'array') {
    const because = 'must be array if x-kubernetes-list-type is specified'
    if (type === '') yield valueRequired(`${path}.type`, because)
    else yield valueInvalid(`${path}.type`, type, because)
  } else if (listType === 'set' && items) yield* setCauses(items, path)
  if (listType !== undefined && !listTypes.includes(listType)) {
    yield valueNotSupported(typeField, listType, listTypes)
  }
  if (listMapKeys.length > 0 && listType !== 'map') {
    const because = 'must be map if x-kubernetes-list-map-keys is non-empty'
    if (listType === undefined) yield valueRequired(typeField, because)
    else yield valueInvalid(typeField, listType, because)
  }
  if (listType === 'map') yield* mapCauses(node, path)
  if (items?.isNullable && (listType === 'set' || listType === 'map')) {
    const because = `cannot be nullable when x-kubernetes-list-type is ${listType}`
    yield valueForbidden(`${path}.items.nullable`, because)
  }
  if (listType === 'map' && items) yield* requiredKeys(node, items, path)
}

function* setCauses(items: SchemaNode, path: string): Iterable<StatusCause> {
  const because = 'must be atomic as item of a list with x-kubernetes-list-type=set'
  if (items.type === 'array' && (items.listType ?? 'atomic') !== 'atomic') {
    yield valueInvalid(`${path}.items.x-kubernetes-list-type`, items.listType, because)
  }
  if (items.type === 'object' && items.mapType !== 'atomic') {
    yield valueInvalid(`${path}.items.x-kubernetes-map-type`, items.listType ?? null, because)
  }
}

function* mapCauses({ listMapKeys, items }: SchemaNode, path: string): Iterable<StatusCause> {
  const keysField = `${path}.x-kubernetes-list-map-keys`
  if (listMapKeys.length === 0) {
    yield valueRequired(keysField, 'must not be empty if x-kubernetes-list-type is map')
  }
  if (!items) {
    const because = 'must have a schema if x-kubernetes-list-type is map'
    return yield valueRequired(`${path}.items`, because)
  }
  if (items.type !== 'object') {
    const because = "must be object if parent array's x-kubernetes-list-type is map"
    return yield valueInvalid(`${path}.items.type`, items.type, because)
  }
  const seen = new Set<string>()
  for (const key of listMapKeys) {
    const own = items.properties.get(key)
    if (!own) {
      yield valueInvalid(keysField, listMapKeys, 'entries must all be names of item properties')
    } else if (own.type === 'array' || own.type === 'object') {
      const because = "must be a scalar type if parent array's x-kubernetes-list-type is map"
      yield valueInvalid(`${path}.items.properties[${key}].type`, items.type, because)
    }
    if (seen.has(key))
      yield valueInvalid(keysField, listMapKeys, 'must not contain duplicate entries')
    seen.add(key)
  }
}

function* requiredKeys(
  { listMapKeys }: SchemaNode,
  items: SchemaNode,
  path: string,
): Iterable<StatusCause> {
  for (const key of listMapKeys) {
    const own = items.properties.get(key)
    if (!own) continue
    const field = `${path}.items.properties[${key}]`
    if (!items.required.includes(key) && !own.defaultHolder) {
      const because =
        'this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property'
      yield valueRequired(`${field}.default`, because)
    }
    if (own.isNullable) {
      const because = 'this property is in x-kubernetes-list-map-keys, so it cannot be nullable'
      yield valueForbidden(`${field}.nullable`, because)
    }
  }
}
