// Models structural schemas from the rules: which fields are kept, the defaults of absent fields,
// and the faults. Servers are judged by it.

import { isJsonObject } from '../dsl/term.ts'
import type { Json } from '../dsl/term.ts'

/** The part of structural schemas that the scenarios use. */
export type StructuralSchema = {
  type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean'
  properties?: Record<string, StructuralSchema>
  additionalProperties?: StructuralSchema
  items?: StructuralSchema
  required?: string[]
  nullable?: boolean
  default?: Json
  enum?: Json[]
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  multipleOf?: number
  minItems?: number
  maxItems?: number
  maxProperties?: number
  'x-kubernetes-int-or-string'?: boolean
  'x-kubernetes-preserve-unknown-fields'?: boolean
  'x-kubernetes-embedded-resource'?: boolean
  'x-kubernetes-list-type'?: 'atomic' | 'set' | 'map'
  'x-kubernetes-list-map-keys'?: string[]
}

type Fields = { [key: string]: Json }

/**
 * A violation of a schema as in the causes of a Status: the field (`spec.list[0].key`) and the
 * reason.
 */
export type SchemaFault = { field: string; reason: string }

/** Returns the schema of a member: that of the property, or of additional properties. */
export const memberSchema = (schema: StructuralSchema, key: string): StructuralSchema | undefined =>
  (schema.properties && Object.hasOwn(schema.properties, key)
    ? schema.properties[key]
    : undefined) ?? schema.additionalProperties

/**
 * Returns the value as it is stored. A null that is not allowed is replaced by the default or
 * removed, absent fields get their defaults, and unknown fields are pruned unless they are
 * preserved.
 */
export function storedValue(value: Json, schema: StructuralSchema): Json {
  if (Array.isArray(value)) {
    const { items } = schema
    if (!items) return value
    return value.map(item =>
      storedValue(isOut(item, items) ? (items.default ?? null) : item, items),
    )
  }
  if (!isJsonObject(value)) return value

  const filled = { ...defaultsIn(schema), ...value }
  const members = Object.entries(filled).flatMap(([key, member]): [string, Json][] => {
    const own = memberSchema(schema, key)
    if (!own) return isKept(schema, key) ? [[key, member]] : []
    const kept = isOut(member, own) ? own.default : member
    return kept === undefined ? [] : [[key, storedValue(kept, own)]]
  })
  return Object.fromEntries(members)
}

const isOut = (value: Json, schema: StructuralSchema): boolean => value === null && !schema.nullable

const defaultsIn = ({ properties = {} }: StructuralSchema): Fields =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([key, own]): [string, Json][] =>
      own.default === undefined ? [] : [[key, own.default]],
    ),
  )

const typeMeta = ['apiVersion', 'kind', 'metadata']

const isKept = (schema: StructuralSchema, key: string): boolean =>
  schema['x-kubernetes-preserve-unknown-fields'] === true ||
  (schema['x-kubernetes-embedded-resource'] === true && typeMeta.includes(key))

/** Returns the violations of a schema in a stored value. */
export function schemaFaults(value: Json, schema: StructuralSchema, field: string): SchemaFault[] {
  if (value === null && schema.nullable) return []
  if (!isOfType(value, schema)) return [{ field, reason: 'FieldValueTypeInvalid' }]
  return [
    ...[...ownFaults(value, schema)].map(reason => ({ field, reason })),
    ...(Array.isArray(value) ? faultsInItems(value, schema, field) : []),
    ...(isJsonObject(value) ? faultsInMembers(value, schema, field) : []),
  ]
}

function isOfType(value: Json, schema: StructuralSchema): boolean {
  if (schema['x-kubernetes-int-or-string'])
    return typeof value === 'string' || Number.isInteger(value)
  if (schema.type === undefined) return true
  if (schema.type === 'object') return isJsonObject(value)
  if (schema.type === 'array') return Array.isArray(value)
  return schema.type === 'integer' ? Number.isInteger(value) : typeof value === schema.type
}

function* ownFaults(value: Json, schema: StructuralSchema): Generator<string> {
  const { enum: allowed, multipleOf } = schema
  if (allowed && !allowed.includes(value)) yield 'FieldValueNotSupported'
  if (typeof value === 'number') {
    const isMultiple = multipleOf === undefined || value % multipleOf === 0
    if (!isWithin(value, schema.minimum, schema.maximum) || !isMultiple) yield 'FieldValueInvalid'
  }
  if (typeof value === 'string') {
    const isMatch = schema.pattern === undefined || new RegExp(schema.pattern).test(value)
    if ([...value].length < (schema.minLength ?? 0) || !isMatch) yield 'FieldValueInvalid'
    if ([...value].length > (schema.maxLength ?? Infinity)) yield 'FieldValueTooLong'
  }
  if (Array.isArray(value)) {
    if (value.length < (schema.minItems ?? 0)) yield 'FieldValueInvalid'
    if (value.length > (schema.maxItems ?? Infinity)) yield 'FieldValueTooMany'
  }
  if (isJsonObject(value) && Object.keys(value).length > (schema.maxProperties ?? Infinity))
    yield 'FieldValueTooMany'
}

const isWithin = (value: number, least = -Infinity, most = Infinity): boolean =>
  value >= least && value <= most

function faultsInItems(value: Json[], schema: StructuralSchema, field: string): SchemaFault[] {
  const known = value.map(item => JSON.stringify(keyOf(item, schema)))
  const isUnique = ['set', 'map'].includes(schema['x-kubernetes-list-type'] ?? 'atomic')
  return value.flatMap((item, index) => [
    ...(isUnique && known.indexOf(known[index] ?? '') < index
      ? [{ field: `${field}[${index}]`, reason: 'FieldValueDuplicate' }]
      : []),
    ...(schema.items ? schemaFaults(item, schema.items, `${field}[${index}]`) : []),
  ])
}

/**
 * Returns the identity of an item, which must be unique in its list: its keys, or its whole value.
 */
const keyOf = (item: Json, schema: StructuralSchema): Json =>
  schema['x-kubernetes-list-type'] === 'map' && isJsonObject(item)
    ? (schema['x-kubernetes-list-map-keys'] ?? []).map(key => item[key] ?? null)
    : item

function faultsInMembers(value: Fields, schema: StructuralSchema, field: string): SchemaFault[] {
  const needed = schema['x-kubernetes-embedded-resource'] ? ['apiVersion', 'kind'] : []
  const missing = [...needed, ...(schema.required ?? [])].filter(key => !Object.hasOwn(value, key))
  return [
    ...missing.map(key => ({ field: `${field}.${key}`, reason: 'FieldValueRequired' })),
    ...Object.entries(value).flatMap(([key, member]) => {
      const own = memberSchema(schema, key)
      return own ? schemaFaults(member, own, `${field}.${key}`) : []
    }),
  ]
}
