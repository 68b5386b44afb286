import { isJsonObject, type JsonObject } from '../api/object.ts'
import type { Schema } from '../api/schema.ts'

const zeros = new WeakMap<Schema, JsonObject>()

/**
 * An object of a built-in type that says nothing: what a genuine server makes before it looks at
 * what it is sent. Members that are always there are empty in it, and are nobody's doing.
 */
export function zeroObject(schema: Schema): JsonObject {
  const known = zeros.get(schema)
  if (known) return known
  const { properties = {}, required = [] } = schema
  const members = Object.entries(properties).flatMap(([name, inner]): [string, unknown][] => {
    if (isJsonObject(inner.default)) return [[name, zeroObject(inner)]]
    return required.includes(name) ? [[name, zeroOf(inner)]] : []
  })
  const zero = Object.fromEntries(members)
  zeros.set(schema, zero)
  return zero
}

function zeroOf({ type, format }: Schema): unknown {
  if (type === 'string' && (!format || format === 'byte')) return ''
  if (type === 'integer' || type === 'number') return 0
  return type === 'boolean' ? false : null
}
