import { isJsonObject, type JsonObject } from '../../api/object.ts'
import type { Schema } from '../../api/schema.ts'
import { isZeroValue } from './zero-values.ts'
import { schemaPathText, type PathTrail } from './path-trail.ts'

export type PruneResult = {
  value: unknown
  /** The paths of the members that were dropped, each once, in the order of the document. */
  unknown: string[]
}

// The genuine server reports as many. Long nested names could make a hundred paths megabytes long.
const reportedMax = 100
const reportedLengthMax = 100_000

/**
 * Returns the value without members that the schema does not know, at any depth, except where the
 * schema preserves unknown members. A null member counts as absent (OBJ-029) and is dropped, as is
 * a zero value of a member that omits it. A null in a list or a map becomes the zero value of its
 * type, so that other entries keep their positions. Unchanged parts are shared with the input. A
 * value of the wrong type is not changed.
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
    // A body may hold hundreds of thousands of unknown members that are not reported.
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
  // Assignment would treat the key `__proto__` specially.
  return next ? Object.fromEntries(next) : object
}

/** Returns the pruned member, or undefined when it is dropped. */
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

/** Returns whether a member of a name may be kept. */
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

/**
 * Returns what the genuine server reads for a null in a list or a map, or null where any value is
 * allowed.
 */
function zeroOf({ default: zero, format }: Schema): unknown {
  if (zero !== undefined) return zero
  if (format === 'byte') return ''
  return format === 'quantity' ? '0' : null
}
