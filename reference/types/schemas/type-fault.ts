import { isJsonObject, type JsonObject } from '../../api/object.ts'
import type { Schema } from '../../api/schema.ts'
import { schemaPathText, type PathTrail } from './path-trail.ts'
import { scalarTypeName, scalarTypes } from './scalar-types.ts'

/**
 * Returns the first value, depth first, of the wrong type, as `<path>: must be <type>, got
 * <value>`, or undefined if there is none. Null counts as absent and fits any type, and so do
 * members that the schema does not know (ERR-005, OBJ-029 to OBJ-032). The recursion is as deep as
 * the value, which the readers limit.
 */
export function typeFault(value: unknown, schema: Schema): string | undefined {
  const trail: PathTrail = []
  const expected = wrongIn({ value, schema }, trail)
  if (expected === undefined) return undefined
  const fault = `must be ${expected.must}, got ${valueText(expected.got)}`
  return trail.length === 0 ? fault : `${schemaPathText(trail)}: ${fault}`
}

type Typed = { value: unknown; schema: Schema }
type Wrong = { must: string; got: unknown }

/** Returns the first fault. The trail then leads to it. It is unchanged if there is no fault. */
function wrongIn({ value, schema }: Typed, trail: PathTrail): Wrong | undefined {
  if (value === null || value === undefined) return undefined
  if (schema.type === 'object') {
    if (!isJsonObject(value)) return { must: 'an object', got: value }
    return wrongMember(value, schema, trail)
  }
  if (schema.type === 'array') {
    if (!Array.isArray(value)) return { must: 'an array', got: value }
    return schema.items && wrongItem(value, schema.items, trail)
  }
  const scalar = scalarTypes[scalarTypeName(schema)]
  return scalar === undefined || scalar.has(value) ? undefined : { must: scalar.name, got: value }
}

function wrongMember(
  object: JsonObject,
  { properties = {}, additionalProperties }: Schema,
  trail: PathTrail,
): Wrong | undefined {
  for (const name of Object.keys(object)) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : additionalProperties
    if (schema === undefined) continue
    trail.push(name)
    const wrong = wrongIn({ value: object[name], schema }, trail)
    if (wrong) return wrong
    trail.pop()
  }
  return undefined
}

function wrongItem(list: unknown[], schema: Schema, trail: PathTrail): Wrong | undefined {
  for (const [index, value] of list.entries()) {
    trail.push(index)
    const wrong = wrongIn({ value, schema }, trail)
    if (wrong) return wrong
    trail.pop()
  }
  return undefined
}

/** Formats a value for a message: short, and without the content of objects. */
function valueText(value: unknown): string {
  if (Array.isArray(value)) return 'an array'
  if (isJsonObject(value)) return 'an object'
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 60)) : String(value)
}
