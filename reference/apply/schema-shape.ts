// Derives from a schema how values are owned: as a whole, or by their parts.

import { isJsonObject } from '../api/object.ts'
import type { Schema } from '../api/schema.ts'

/** The shapes that a schema allows. Most schemas allow one. */
export type Shape = {
  readonly map?: MapShape
  readonly scalar?: ScalarShape
  readonly list?: ListShape
}

/** How an object or a map is owned. */
export type MapShape = {
  /** Whether the map is owned as a whole. */
  readonly isAtomic: boolean
  /** The members that the type declares. */
  readonly named: { readonly [name: string]: Schema }
  /** The schema of all other members. If absent, there are none. */
  readonly others?: Schema
}

/** How a list is owned. */
export type ListShape = {
  /**
   * How items are identified: by their keys or by value. With `nothing`, the list is owned as a
   * whole.
   */
  readonly by: 'nothing' | 'keys' | 'value'
  readonly keys: readonly string[]
  readonly items: Schema
}

export type ScalarShape = 'numeric' | 'string' | 'boolean' | 'untyped'

// Of values without a schema, objects are owned by member and lists as a whole.
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

/** Returns the schema of a member, or undefined if the type has no such member. */
export const memberSchema = ({ named, others }: MapShape, name: string): Schema | undefined =>
  Object.hasOwn(named, name) ? named[name] : others

export const isDeclaredMember = ({ named }: MapShape, name: string): boolean =>
  Object.hasOwn(named, name)

/** Returns the shape of a value. Null and undefined keep all shapes of the schema. */
export function shapeOfValue(schema: Schema, value: unknown): Shape {
  const all = shapeOfSchema(schema)
  if (value === undefined || value === null) return all
  if (isJsonObject(value)) return all.map ? { map: all.map } : all
  if (Array.isArray(value)) return all.list ? { list: all.list } : all
  return all.scalar ? { scalar: all.scalar } : all
}

/** Whether two shapes of one schema are the same. */
export const isSameShape = (a: Shape, b: Shape): boolean =>
  a.map === b.map && a.scalar === b.scalar && a.list === b.list

/** Calls the case for the shape of a value. If there are several, map comes first. */
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
