// An object as the fields that can be owned one by one, by the shape of its type.

import type { Json } from '../dsl/term.ts'
import { elementsOf, fieldElement, fieldPath, keyElement, valueElement } from './field-paths.ts'
import type { PathElements, FieldPath } from './field-paths.ts'

/** What of a type is followed; fields that are not named here are nobody's. */
export type FieldShape =
  /** Owned as a whole: a scalar, or what is atomic. */
  | 'whole'
  /** Free keys, each owned on its own. */
  | { each: FieldShape }
  /** Declared members; what holds them is always there and nobody's. */
  | { fields: { [name: string]: FieldShape } }
  /** A list of values without an order, each owned on its own. */
  | 'set'
  /** A list of items that are told apart by members of theirs, some of which have defaults. */
  | { keys: { [name: string]: Json | undefined }; item: FieldShape }

/** What stands at a place that holds others. */
export const containerMark = Symbol('holds others')

/** An object by its places: values, and `holder` for maps, lists and items. */
export type FieldValues = ReadonlyMap<FieldPath, Json | typeof containerMark>

/** The places of an object that its shape names. Maps and lists without members are nothing. */
export function fieldValuesOf(
  value: unknown,
  shape: FieldShape,
  at: PathElements = [],
): FieldValues {
  if (value === undefined || value === null) return new Map()
  if (shape === 'whole') return new Map([[fieldPath(at), value as Json]])
  const below = new Map(membersOf(value, shape).flatMap(one => placesOf(one, at)))
  const isAlwaysThere = typeof shape === 'object' && 'fields' in shape && !isItem(at)
  return below.size === 0 || isAlwaysThere
    ? below
    : new Map([[fieldPath(at), containerMark], ...below])
}

/** The paths that an applied object owns: not what merely holds its fields, but its items. */
export const appliedPaths = (fields: FieldValues): Set<FieldPath> =>
  new Set([...fields].flatMap(([path, value]) => (isMerelyHolding(path, value) ? [] : [path])))

const isMerelyHolding = (path: FieldPath, value: Json | typeof containerMark): boolean =>
  value === containerMark && !isItem(elementsOf(path))

const isItem = (at: PathElements): boolean => at.at(-1)?.startsWith('k:') === true

type Member = { element: string; value: unknown; shape: FieldShape }

function placesOf({ element, value, shape }: Member, at: PathElements) {
  const place = [...at, element]
  const fields = fieldValuesOf(value, shape, place)
  return [...fields]
}

function membersOf(value: unknown, shape: Exclude<FieldShape, 'whole'>): Member[] {
  if (shape === 'set')
    return listOf(value).map(one => ({ element: valueElement(one), value: one, shape: 'whole' }))
  if ('keys' in shape)
    return listOf(value).map(one => ({
      element: keyElement(keysOf(one, shape.keys)),
      value: one,
      shape: shape.item,
    }))
  return Object.entries(value as object).flatMap(([name, member]) => {
    const of = memberShape(shape, name)
    return of === undefined ? [] : [{ element: fieldElement(name), value: member, shape: of }]
  })
}

const memberShape = (
  shape: { each: FieldShape } | { fields: { [name: string]: FieldShape } },
  name: string,
) => ('each' in shape ? shape.each : shape.fields[name])

const keysOf = (item: Json, keys: { [name: string]: Json | undefined }): { [name: string]: Json } =>
  Object.fromEntries(
    Object.entries(keys).flatMap(([name, otherwise]) => {
      const given = (item as { [name: string]: Json })[name] ?? otherwise
      return given === undefined ? [] : [[name, given]]
    }),
  )

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : [])

/**
 * Whether a path names what a shape does. What holds declared members is nobody's: servers differ in
 * whether they record it for types that others defined.
 */
export function isPathInShape(path: FieldPath, shape: FieldShape): boolean {
  const elements = elementsOf(path)
  let at: FieldShape | undefined = shape
  for (const element of elements) {
    if (at === undefined || at === 'whole') return false
    if (at === 'set') at = 'whole'
    else if ('keys' in at) at = at.item
    else at = memberShape(at, element.slice('f:'.length))
  }
  return at !== undefined && (isItem(elements) || typeof at === 'string' || !('fields' in at))
}
