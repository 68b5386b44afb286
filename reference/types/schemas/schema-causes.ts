import { valueNotSupported, valueRequired, type StatusCause } from '../../api/status-causes.ts'
import { isJsonObject, type JsonObject } from '../../api/object.ts'
import type { Schema } from '../../api/schema.ts'
import { schemaPathText, type PathTrail } from './path-trail.ts'

// More are of no use to anyone.
const causesMax = 100

/**
 * What a schema finds wrong with a value of the right types: required members that are absent or
 * null, from those objects that are there, and texts that are none of those allowed. Parents come
 * before what they hold (VALID-026).
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
    // No text is no choice: whether there must be one is for `required` to say.
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

/** Whether values of the schema can be wrong, or hold others that are. */
const saysSomething = ({ type, enum: choices }: Schema): boolean =>
  type === 'object' || type === 'array' || choices !== undefined
