import { isJsonObject, type JsonObject } from '../api/object.ts'
import { memberNode, type Node } from './node.ts'

/**
 * A custom object with the defaults of its schema. A null that may not be one is replaced by the
 * default, or goes where there is none. Parts in which nothing changes are shared.
 */
export function filledCustom<T>(value: T, node: Node | undefined): T {
  if (node === undefined) return value
  // Members come and go, and it remains what it was.
  if (Array.isArray(value)) return filledItems(value, node) as T
  return isJsonObject(value) ? (filledMembers(value, node) as T) : value
}

/** Null, although it may not be. */
const isVoid = (value: unknown, node: Node | undefined): boolean =>
  value === null && node !== undefined && !node.isNullable

/** In a list even a null that may not be one has its place. */
function filledItems(list: readonly unknown[], { items }: Node): readonly unknown[] {
  if (items === undefined) return list
  let next: unknown[] | undefined
  for (const [index, before] of list.entries()) {
    const given = isVoid(before, items) && items.standIn ? items.standIn.value : before
    const after = filledCustom(given, items)
    if (after !== before) next ??= list.slice(0, index)
    next?.push(after)
  }
  return next ?? list
}

function filledMembers(object: JsonObject, node: Node): JsonObject {
  const members: [name: string, value: unknown][] = []
  let isChanged = false
  for (const name of Object.keys(object)) {
    const own = memberNode(node, name)
    const before = object[name]
    if (isVoid(before, own) && own?.standIn === undefined) {
      isChanged = true
      continue
    }
    const given = isVoid(before, own) ? own?.standIn?.value : before
    const after = filledCustom(given, own)
    isChanged ||= after !== before
    members.push([name, after])
  }
  for (const [name, own] of node.properties) {
    if (own.standIn === undefined || Object.hasOwn(object, name)) continue
    members.push([name, filledCustom(own.standIn.value, own)])
    isChanged = true
  }
  // Not by assignment: `__proto__` is a key like others.
  return isChanged ? Object.fromEntries(members) : object
}
