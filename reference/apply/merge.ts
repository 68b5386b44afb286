import { isJsonObject, type JsonObject } from '../api/object.ts'
import type { Schema } from '../api/schema.ts'
import { mergedItems } from './merge-items.ts'
import { bySort, type ListShape, type MapShape, memberOf } from './shape.ts'
import { shapeFor } from './shape.ts'

/**
 * The first value with what the second says: nothing is taken away. Items are in the order of the
 * second where it has any. Undefined is a value that is not there. @throws Unnameable
 */
export function merged(live: unknown, said: unknown, schema: Schema): unknown {
  if (said === undefined || live === said) return live
  if (live === undefined) return said
  return bySort(shapeFor(schema, said), {
    map: map => mergedMap(live, said, map),
    scalar: () => said,
    list: list => mergedList(live, said, list),
  })
}

function mergedMap(live: unknown, said: unknown, shape: MapShape): unknown {
  const [left, right] = [membersOf(live), membersOf(said)]
  const isEmpty = Object.keys(left).length === 0 && Object.keys(right).length === 0
  if (shape.isAtomic || isEmpty) return said
  const others = Object.keys(right).filter(name => !Object.hasOwn(left, name))
  const members = [...Object.keys(left), ...others].flatMap((name): [string, unknown][] => {
    const schema = memberOf(shape, name)
    // What is kept is of its type, and of what is applied this has been looked at before.
    const own = memberIn(left, name)
    return [[name, schema ? merged(own, memberIn(right, name), schema) : own]]
  })
  // Not by assignment: `__proto__` is a key like others.
  return members.length === 0 ? undefined : Object.fromEntries(members)
}

const membersOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {})

const memberIn = (object: JsonObject, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined

function mergedList(live: unknown, said: unknown, shape: ListShape): unknown {
  const [left, right] = [itemsOf(live), itemsOf(said)]
  const isEmpty = left.length === 0 && right.length === 0
  if (shape.by === 'nothing' || isEmpty) return said
  const items = mergedItems(left, right, { shape, merge: (a, b) => merged(a, b, shape.items) })
  return items.length === 0 ? undefined : items
}

const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
