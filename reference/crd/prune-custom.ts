import { isJsonObject, type JsonObject } from '../api/object.ts'
import { schemaPathText, type PathTrail } from '../types/schemas/path-trail.ts'
import type { SchemaNode } from './schema-node.ts'

/** A value without unknown members, and the paths of those that were dropped. */
export type PrunedCustom = {
  readonly value: unknown
  /** The paths of dropped members, sorted by name. */
  readonly unknown: readonly string[]
}

/**
 * Returns a custom object, or an embedded one, without fields that its schema does not know. The
 * envelope is not pruned. Unchanged parts are shared.
 */
export function pruneCustom(
  value: unknown,
  node: SchemaNode,
  as: 'resource' | 'value',
): PrunedCustom {
  const found: Found = { trail: [], unknown: [] }
  const root = as === 'resource' && !node.isEmbedded ? { ...node, isEmbedded: true } : node
  return { value: pruned(value, root, found), unknown: found.unknown.sort() }
}

// More paths would not help a client, and each is as long as its place is deep.
const reportedMax = 100

type Found = { readonly trail: PathTrail; readonly unknown: string[] }

const envelope = new Set(['apiVersion', 'kind', 'metadata'])

function pruned(value: unknown, node: SchemaNode | undefined, found: Found): unknown {
  if (Array.isArray(value)) return prunedItems(value, node, found)
  return isJsonObject(value) ? prunedMembers(value, node, found) : value
}

/** Prunes a list item. Where unknown fields are preserved, only declared fields are visited. */
function inside(item: unknown, node: SchemaNode | undefined, found: Found): unknown {
  if (!node?.preservesUnknown) return pruned(item, node?.items, found)
  if (node.items === undefined) return item
  return pruned(item, { ...node.items, preservesUnknown: true }, found)
}

function prunedItems(list: readonly unknown[], node: SchemaNode | undefined, found: Found) {
  let next: unknown[] | undefined
  for (const [index, before] of list.entries()) {
    found.trail.push(index)
    const after = inside(before, node, found)
    found.trail.pop()
    if (after !== before) next ??= list.slice(0, index)
    next?.push(after)
  }
  return next ?? list
}

function prunedMembers(object: JsonObject, node: SchemaNode | undefined, found: Found): JsonObject {
  const names = Object.keys(object)
  let next: [name: string, value: unknown][] | undefined
  for (const [index, name] of names.entries()) {
    const before = object[name]
    found.trail.push(name)
    const after = prunedMember(before, { node, name }, found)
    found.trail.pop()
    if (after !== before) next ??= names.slice(0, index).map(kept => [kept, object[kept]])
    if (after !== undefined) next?.push([name, after])
  }
  // Assignment would treat the key `__proto__` specially.
  return next ? Object.fromEntries(next) : object
}

function prunedMember(
  value: unknown,
  { node, name }: { node: SchemaNode | undefined; name: string },
  found: Found,
): unknown {
  if (node?.isEmbedded && envelope.has(name)) return value
  const own = node?.properties.get(name)
  if (own) return pruned(value, own, found)
  if (node?.additional !== undefined) {
    return pruned(value, typeof node.additional === 'object' ? node.additional : undefined, found)
  }
  if (node?.preservesUnknown) return value
  if (!(envelope.has(name) && found.trail.length === 1)) report(found)
  return undefined
}

function report({ trail, unknown }: Found): void {
  if (unknown.length < reportedMax) unknown.push(schemaPathText(trail))
}
