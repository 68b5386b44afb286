import { isJsonObject, type JsonObject } from '../api/object.ts'
import { objectTooLarge } from '../api/status.ts'
import { memberSchemaNode, type SchemaNode } from './schema-node.ts'
import { writeJson } from '../lib/write-json.ts'

// The maximum size of an object. Defaults must not turn a small body into an object that does not
// fit into memory.
const addedBytesMax = 1.5 * 1024 * 1024

/** How many bytes may still be added. Negative if a default was left out. */
type Room = { left: number }

/**
 * Returns a custom object with the defaults of its schema. A null that is not allowed is replaced
 * by the default, or removed if there is none. Unchanged parts are shared. Defaults that would
 * exceed the maximum size of an object are left out.
 */
export const withCustomDefaults = <T>(value: T, node: SchemaNode): T =>
  filled(value, node, { left: addedBytesMax })

/** The same for an object from a client, where no default may be left out. @throws 413 */
export function withCustomDefaultsOrRefuse<T>(value: T, node: SchemaNode): T {
  const room = { left: addedBytesMax }
  const whole = filled(value, node, room)
  if (room.left < 0) throw objectTooLarge(addedBytesMax - room.left, addedBytesMax)
  return whole
}

function filled<T>(value: T, node: SchemaNode | undefined, room: Room): T {
  if (node === undefined) return value
  // Only members change, so the value still has type T.
  if (Array.isArray(value)) return filledItems(value, node, room) as T
  return isJsonObject(value) ? (filledMembers(value, node, room) as T) : value
}

/** Whether a value is null although it is not nullable. */
const isVoid = (value: unknown, node: SchemaNode | undefined): boolean =>
  value === null && node !== undefined && !node.isNullable

/** Returns the default if there is room for it and its name. */
function affordableDefault(
  { defaultHolder }: SchemaNode,
  name: string,
  room: Room,
): SchemaNode['defaultHolder'] {
  if (defaultHolder === undefined || room.left < 0) return undefined
  room.left -= bytesOf(defaultHolder) + name.length
  return room.left < 0 ? undefined : defaultHolder
}

const filling = new WeakMap<SchemaNode, readonly (readonly [name: string, SchemaNode])[]>()

/**
 * Returns the properties that have defaults, so that thousands of others are not visited for each
 * object.
 */
function propertiesWithDefaults(
  node: SchemaNode,
): readonly (readonly [name: string, SchemaNode])[] {
  const known = filling.get(node)
  if (known) return known
  const found = [...node.properties].filter(([, one]) => one.defaultHolder !== undefined)
  filling.set(node, found)
  return found
}

const sizes = new WeakMap<NonNullable<SchemaNode['defaultHolder']>, number>()

function bytesOf(defaultHolder: NonNullable<SchemaNode['defaultHolder']>): number {
  const known = sizes.get(defaultHolder)
  if (known !== undefined) return known
  const bytes = writeJson(defaultHolder.value).length
  sizes.set(defaultHolder, bytes)
  return bytes
}

/** A null that is not allowed keeps its position in a list. */
function filledItems(
  list: readonly unknown[],
  { items }: SchemaNode,
  room: Room,
): readonly unknown[] {
  if (items === undefined) return list
  let next: unknown[] | undefined
  for (const [index, before] of list.entries()) {
    const defaultHolder = isVoid(before, items) ? affordableDefault(items, '', room) : undefined
    const after = filled(defaultHolder ? defaultHolder.value : before, items, room)
    if (after !== before) next ??= list.slice(0, index)
    next?.push(after)
  }
  return next ?? list
}

function filledMembers(object: JsonObject, node: SchemaNode, room: Room): JsonObject {
  const members: [name: string, value: unknown][] = []
  let isChanged = false
  for (const name of Object.keys(object)) {
    const own = memberSchemaNode(node, name)
    const before = object[name]
    const defaultHolder = own && isVoid(before, own) ? affordableDefault(own, '', room) : undefined
    if (isVoid(before, own) && defaultHolder === undefined) {
      isChanged = true
      continue
    }
    const after = filled(defaultHolder ? defaultHolder.value : before, own, room)
    isChanged ||= after !== before
    members.push([name, after])
  }
  for (const [name, own] of propertiesWithDefaults(node)) {
    if (room.left < 0) break
    if (Object.hasOwn(object, name)) continue
    const defaultHolder = affordableDefault(own, name, room)
    if (defaultHolder === undefined) continue
    members.push([name, filled(defaultHolder.value, own, room)])
    isChanged = true
  }
  // Assignment would treat the key `__proto__` specially.
  return isChanged ? Object.fromEntries(members) : object
}
