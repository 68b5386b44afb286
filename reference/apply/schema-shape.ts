// What a schema says of ownership: which values are one thing, and which have parts with owners of
// their own.

import { isJsonObject } from '../api/object.ts'
import type { Schema } from '../api/schema.ts'

/** The sorts of values that a schema allows; most allow one. */
export type Shape = {
  readonly map?: MapShape
  readonly scalar?: ScalarShape
  readonly list?: ListShape
}

export type MapShape = {
  /** Whether its members have no owners of their own. */
  readonly isAtomic: boolean
  /** The members that are part of the type. */
  readonly named: { readonly [name: string]: Schema }
  /** Of all other members; without it there are none. */
  readonly others?: Schema
}

export type ListShape = {
  /** What tells items apart, unless the list is one thing: their keys, or the items themselves. */
  readonly by: 'nothing' | 'keys' | 'value'
  readonly keys: readonly string[]
  readonly items: Schema
}

export type ScalarShape = 'numeric' | 'string' | 'boolean' | 'untyped'

// Of values whose schema says nothing, objects are looked into and lists are not.
const open: Schema = { preservesUnknown: true }
const closed: Schema = { preservesUnknown: true, mapType: 'atomic' }

const shapes = new WeakMap<Schema, Shape>()

export function shapeOfSchema(schema: Schema): Shape {
  const known = shapes.get(schema)
  if (known) return known
  const made = shape(schema)
  shapes.set(schema, made)
  return made
}

function shape(schema: Schema): Shape {
  const { type, format } = schema
  if (type === 'object') return { map: mapShape(schema) }
  if (type === 'array') return { list: listShape(schema) }
  if (type === 'boolean') return { scalar: 'boolean' }
  if (type === 'integer' || type === 'number') return { scalar: 'numeric' }
  if (type === 'string') return { scalar: !format || format === 'byte' ? 'string' : 'untyped' }
  if (format === 'quantity' || format === 'int-or-string') return { scalar: 'untyped' }
  return { map: mapShape(schema), scalar: 'untyped', list: listShape(schema) }
}

function mapShape(schema: Schema): MapShape {
  const { properties, additionalProperties, preservesUnknown, mapType } = schema
  const isAtomic = mapType === 'atomic'
  const isOpen = preservesUnknown === true || properties === undefined
  const others = additionalProperties ?? (isOpen ? (isAtomic ? closed : open) : undefined)
  return { isAtomic, named: properties ?? {}, ...(others && { others }) }
}

function listShape(schema: Schema): ListShape {
  const { listType, listMapKeys = [], items = closed, patchStrategy, patchMergeKey } = schema
  if (listType === 'map') return { by: 'keys', keys: listMapKeys, items }
  if (listType === 'set') return { by: 'value', keys: [], items }
  if (listType === 'atomic' || !patchStrategy?.includes('merge')) {
    return { by: 'nothing', keys: [], items }
  }
  return patchMergeKey === undefined
    ? { by: 'value', keys: [], items }
    : { by: 'keys', keys: [patchMergeKey], items }
}

/** The schema of a member; undefined where the type has none of this name. */
export const memberSchema = ({ named, others }: MapShape, name: string): Schema | undefined =>
  Object.hasOwn(named, name) ? named[name] : others

export const isDeclaredMember = ({ named }: MapShape, name: string): boolean =>
  Object.hasOwn(named, name)

/** What of a shape a value has; all of it where the value says nothing, as null does. */
export function shapeOfValue(schema: Schema, value: unknown): Shape {
  const all = shapeOfSchema(schema)
  if (value === undefined || value === null) return all
  if (isJsonObject(value)) return all.map ? { map: all.map } : all
  if (Array.isArray(value)) return all.list ? { list: all.list } : all
  return all.scalar ? { scalar: all.scalar } : all
}

/** Whether two values of one schema are of one sort. */
export const isSameShape = (a: Shape, b: Shape): boolean =>
  a.map === b.map && a.scalar === b.scalar && a.list === b.list

/** Does for a value what is to be done for its sort; an object may always be one. */
export function matchShape<T>(
  { map, scalar, list }: Shape,
  cases: {
    readonly map: (shape: MapShape) => T
    readonly scalar: (shape: ScalarShape) => T
    readonly list: (shape: ListShape) => T
  },
): T {
  if (map) return cases.map(map)
  if (scalar) return cases.scalar(scalar)
  if (list) return cases.list(list)
  throw new Error('a schema allows no value')
}
