import { isJsonObject, type JsonObject } from '../api/object.ts'
import type { Schema } from '../api/schema.ts'
import { pathText, type Trail } from './path.ts'

// More are of no use to anyone.
const reportedMax = 100

/**
 * The paths of required members that are absent or null, from those objects that are there: a
 * required member of an absent object is not missing. Parents come before what they hold.
 */
export function missing(value: unknown, schema: Schema): string[] {
  const paths: string[] = []
  collect({ value, schema }, { trail: [], paths })
  return paths
}

type Found = { readonly trail: Trail; readonly paths: string[] }

function collect({ value, schema }: { value: unknown; schema: Schema }, found: Found): void {
  if (found.paths.length >= reportedMax) return
  if (Array.isArray(value)) {
    const { items } = schema
    if (items && isComposite(items)) {
      value.forEach((item, index) => below(index, { value: item, schema: items }, found))
    }
  } else if (isJsonObject(value)) {
    collectMembers(value, schema, found)
  }
}

function collectMembers(object: JsonObject, schema: Schema, found: Found): void {
  const { properties = {}, additionalProperties, required = [] } = schema
  for (const name of required) {
    const isThere = Object.hasOwn(object, name) && (object[name] ?? null) !== null
    if (isThere || found.paths.length >= reportedMax) continue
    found.paths.push(pathText([...found.trail, name]))
  }
  if (!schema.properties && !(additionalProperties && isComposite(additionalProperties))) return
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

/** Whether values of the schema can hold others. */
const isComposite = ({ type }: Schema): boolean => type === 'object' || type === 'array'
