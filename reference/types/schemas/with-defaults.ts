import { isJsonObject, type JsonObject } from '../../api/object.ts'
import type { Schema } from '../../api/schema.ts'

/**
 * Returns the value with the defaults of its schema. An object is filled before its members, so
 * that defaults are filled in turn. It returns the same value when nothing is absent.
 */
export function withDefaults<T>(value: T, schema: Schema): T {
  if (!canFill(schema)) return value
  // Members are only added, so the value still has type T.
  if (Array.isArray(value)) return filledItems(value, schema) as T
  return isJsonObject(value) ? (filledObject(value, schema) as T) : value
}

function filledItems(items: readonly unknown[], schema: Schema): readonly unknown[] {
  const { items: inner } = schema
  return inner ? changed(items, item => withDefaults(item, inner)) : items
}

function filledObject(given: JsonObject, schema: Schema): JsonObject {
  const { fill, properties = {}, additionalProperties } = schema
  const object = withStructs(fill ? fill(given) : given, properties)
  const names = Object.keys(object)
  const values = names.map(name => object[name])
  const next = changed(values, (value, index) => {
    const name = names[index] ?? ''
    const inner = Object.hasOwn(properties, name) ? properties[name] : additionalProperties
    return inner ? withDefaults(value, inner) : value
  })
  if (next === values) return object
  return Object.fromEntries(names.map((name, index) => [name, next[index]]))
}

type Properties = NonNullable<Schema['properties']>

/** Adds the members that are always present, as empty objects. */
function withStructs(object: JsonObject, properties: Properties): JsonObject {
  const absent = structsOf(properties).filter(name => (object[name] ?? null) === null)
  return absent.length === 0
    ? object
    : { ...object, ...Object.fromEntries(absent.map(name => [name, {}])) }
}

const structs = new WeakMap<Properties, readonly string[]>()

/** `status` is excluded, because the server decides whether there is one. */
function structsOf(properties: Properties): readonly string[] {
  const known = structs.get(properties)
  if (known) return known
  const found = Object.entries(properties)
    .filter(([name, { default: zero }]) => name !== 'status' && isJsonObject(zero))
    .map(([name]) => name)
  structs.set(properties, found)
  return found
}

/** Returns the same list if no item changes. */
function changed(
  list: readonly unknown[],
  change: (item: unknown, index: number) => unknown,
): readonly unknown[] {
  const next = list.map(change)
  return next.some((item, index) => item !== list[index]) ? next : list
}

const fillable = new WeakMap<Schema, boolean>()

/** Whether a value of the schema can lack a default. */
function canFill(schema: Schema): boolean {
  const known = fillable.get(schema)
  if (known !== undefined) return known
  const found = reachesFill(schema, new Set())
  fillable.set(schema, found)
  return found
}

/** Types may contain themselves: a schema that is being visited counts as false. */
function reachesFill(schema: Schema, seen: Set<Schema>): boolean {
  const { fill, properties = {}, additionalProperties, items } = schema
  if (fill || structsOf(properties).length > 0) return true
  if (seen.has(schema)) return false
  seen.add(schema)
  return [...Object.values(properties), additionalProperties, items].some(
    inner => inner !== undefined && reachesFill(inner, seen),
  )
}
