import { isJsonObject, type JsonObject } from '../../api/object.ts'
import type { Schema } from '../../api/schema.ts'
import { isZeroValue } from './zero-values.ts'
import { schemaPathText, type PathTrail } from './path-trail.ts'

export type PruneResult = {
  value: unknown
  /** The paths of the members that were dropped, each once, in the order of the document. */
  unknown: string[]
}

// As many as the genuine server reports; and names that are long and nested make paths of which a
// hundred would be megabytes.
const reportedMax = 100
const reportedLengthMax = 100_000

/**
 * The value with what the schema knows: other members are dropped at any depth, though not where
 * the schema keeps what it does not know. A null member means an absent one (OBJ-029) and goes
 * too, as do those of which nothing is the same as none; a null in a list or a map stays as its type's zero, since it has a place there that others
 * count on. Parts in which nothing changes are shared. A value of another type than its schema's
 * is left as it is.
 */
export function prune(value: unknown, schema: Schema): PruneResult {
  const found: Found = { trail: [], unknown: new Set(), length: 0 }
  return { value: pruned(value, schema, found), unknown: [...found.unknown] }
}

type Found = { readonly trail: PathTrail; readonly unknown: Set<string>; length: number }

function pruned(value: unknown, schema: Schema, found: Found): unknown {
  if (Array.isArray(value)) {
    return schema.items ? prunedItems(value, schema.items, found) : value
  }
  const hasMembers = schema.properties ?? schema.additionalProperties
  return hasMembers && isJsonObject(value) ? prunedMembers(value, schema, found) : value
}

function prunedItems(list: unknown[], schema: Schema, found: Found): unknown[] {
  let next: unknown[] | undefined
  for (const [index, before] of list.entries()) {
    found.trail.push(index)
    const after = before === null ? zeroOf(schema) : pruned(before, schema, found)
    found.trail.pop()
    if (after !== before) next ??= list.slice(0, index)
    next?.push(after)
  }
  return next ?? list
}

function prunedMembers(object: JsonObject, schema: Schema, found: Found): JsonObject {
  const names = Object.keys(object)
  const isKnown = knownBy(schema)
  let next: [name: string, value: unknown][] | undefined
  for (const [index, name] of names.entries()) {
    // Of what is dropped and not told of, a body may hold hundreds of thousands.
    if (isFull(found) && !isKnown(name)) {
      next ??= names.slice(0, index).map(kept => [kept, object[kept]])
      continue
    }
    const before = object[name]
    found.trail.push(name)
    const after = prunedMember(before, { schema, name }, found)
    found.trail.pop()
    if (after !== before) next ??= names.slice(0, index).map(kept => [kept, object[kept]])
    if (after !== undefined) next?.push([name, after])
  }
  // Not by assignment: `__proto__` is a key like others.
  return next ? Object.fromEntries(next) : object
}

/** What becomes of one member; undefined when it is dropped. */
function prunedMember(
  value: unknown,
  { schema, name }: { schema: Schema; name: string },
  found: Found,
): unknown {
  const { properties = {}, additionalProperties, preservesUnknown } = schema
  const own = Object.hasOwn(properties, name) ? properties[name] : undefined
  if (own) {
    const isNone = value === null || (schema.omitsZero?.has(name) && isZeroValue(value))
    return isNone ? undefined : pruned(value, own, found)
  }
  if (additionalProperties) {
    return value === null
      ? zeroOf(additionalProperties)
      : pruned(value, additionalProperties, found)
  }
  if (preservesUnknown) return value
  report(found)
  return undefined
}

/** Whether a member of a name may be kept. */
function knownBy({ properties = {}, additionalProperties, preservesUnknown }: Schema) {
  const isOpen = additionalProperties !== undefined || preservesUnknown === true
  return (name: string) => isOpen || Object.hasOwn(properties, name)
}

const isFull = ({ unknown, length }: Found): boolean =>
  unknown.size >= reportedMax || length > reportedLengthMax

function report(found: Found): void {
  if (isFull(found)) return
  const path = schemaPathText(found.trail)
  found.length += path.length
  found.unknown.add(path)
}

/** What the genuine server reads for a null in a list or a map; null where any value may be. */
function zeroOf({ default: zero, format }: Schema): unknown {
  if (zero !== undefined) return zero
  if (format === 'byte') return ''
  return format === 'quantity' ? '0' : null
}
