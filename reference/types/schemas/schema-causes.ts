import { valueNotSupported, valueRequired, type StatusCause } from '../../api/status-causes.ts'
import { isJsonObject, type JsonObject } from '../../api/object.ts'
import type { Schema } from '../../api/schema.ts'
import { schemaPathText, type PathTrail } from './path-trail.ts'

// More causes would not help a client.
const causesMax = 100

/**
 * Returns the causes that a schema finds in a value of the right types: required members that are
 * absent or null in objects that are present, and texts that are not among the allowed ones. Causes
 * of parents come before causes of their members (VALID-026).
 */
export function schemaCauses(value: unknown, schema: Schema): StatusCause[] {
  const found: Found = { trail: [], causes: [] }
  collect({ value, schema }, found)
  return found.causes
}

type Found = { readonly trail: PathTrail; readonly causes: StatusCause[] }

function collect({ value, schema }: { value: unknown; schema: Schema }, found: Found): void {
  if (found.causes.length >= causesMax) return
  if (Array.isArray(value)) {
    const { items } = schema
    if (items && saysSomething(items)) {
      value.forEach((item, index) => below(index, { value: item, schema: items }, found))
    }
  } else if (isJsonObject(value)) {
    collectMembers(value, schema, found)
  } else if (typeof value === 'string' && schema.enum) {
    // An empty text counts as absent, which is a matter of `required`.
    if (value === '' || schema.enum.includes(value)) return
    found.causes.push(valueNotSupported(schemaPathText(found.trail), value, schema.enum))
  }
}

function collectMembers(object: JsonObject, schema: Schema, found: Found): void {
  const { properties = {}, additionalProperties, required = [], neverZero = [] } = schema
  for (const name of required) {
    const value = Object.hasOwn(object, name) ? object[name] : undefined
    const isZero = (value === '' || value === 0) && neverZero.includes(name)
    const isThere = (value ?? null) !== null && !isZero
    if (isThere || found.causes.length >= causesMax) continue
    found.causes.push(valueRequired(schemaPathText([...found.trail, name])))
  }
  if (!schema.properties && !(additionalProperties && saysSomething(additionalProperties))) return
  for (const name of Object.keys(object)) {
    const inner = Object.hasOwn(properties, name) ? properties[name] : additionalProperties
    if (inner) below(name, { value: object[name], schema: inner }, found)
  }
}

function below(
  part: string | number,
  typed: { value: unknown; schema: Schema },
  found: Found,
): void {
  found.trail.push(part)
  collect(typed, found)
  found.trail.pop()
}

/** Whether a value of the schema can be at fault, or contain a faulty value. */
const saysSomething = ({ type, enum: choices }: Schema): boolean =>
  type === 'object' || type === 'array' || choices !== undefined
