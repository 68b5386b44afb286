// Splits an object into the fields that can be owned separately, by the shape of its type.

import type { Json } from '../dsl/term.ts'
import { elementsOf, fieldElement, fieldPath, keyElement, valueElement } from './field-paths.ts'
import type { PathElements, FieldPath } from './field-paths.ts'

/**
 * The fields of a type whose ownership the model follows. Other fields have no owner in the model.
 */
export type FieldShape =
  /** Owned as a whole: a scalar, or an atomic list or map. */
  | 'whole'
  /** A map with free keys; each entry is owned separately. */
  | { each: FieldShape }
  /** Declared members. The struct itself always exists and has no owner. */
  | { fields: { [name: string]: FieldShape } }
  /** An unordered list of values; each is owned separately. */
  | 'set'
  /** A list of items that are identified by some of their members, which may have defaults. */
  | { keys: { [name: string]: Json | undefined }; item: FieldShape }

/** The value at a path that contains other paths. */
export const containerMark = Symbol('holds others')

/** An object by path: values, and `containerMark` for maps, lists and items. */
export type FieldValues = ReadonlyMap<FieldPath, Json | typeof containerMark>

/** Returns the fields of an object that its shape names. Empty maps and lists are omitted. */
export function fieldValuesOf(
  value: unknown,
  shape: FieldShape,
  path: PathElements = [],
): FieldValues {
  if (value === undefined || value === null) return new Map()
  if (shape === 'whole') return new Map([[fieldPath(path), value as Json]])
  const below = new Map(membersOf(value, shape).flatMap(one => placesOf(one, path)))
  const isAlwaysThere = typeof shape === 'object' && 'fields' in shape && !isItem(path)
  return below.size === 0 || isAlwaysThere
    ? below
    : new Map([[fieldPath(path), containerMark], ...below])
}

/**
 * Returns the paths that an applied object owns: values and list items, but not maps and lists that
 * contain them.
 */
export const appliedPaths = (fields: FieldValues): Set<FieldPath> =>
  new Set([...fields].flatMap(([path, value]) => (isMerelyHolding(path, value) ? [] : [path])))

const isMerelyHolding = (path: FieldPath, value: Json | typeof containerMark): boolean =>
  value === containerMark && !isItem(elementsOf(path))

const isItem = (path: PathElements): boolean => path.at(-1)?.startsWith('k:') === true

type Member = { element: string; value: unknown; shape: FieldShape }

function placesOf({ element, value, shape }: Member, path: PathElements) {
  const place = [...path, element]
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
 * Reports whether a path is in a shape. Structs with declared members do not count: servers differ
 * in whether they record them for custom types.
 */
export function isPathInShape(path: FieldPath, shape: FieldShape): boolean {
  const elements = elementsOf(path)
  let reached: FieldShape | undefined = shape
  for (const element of elements) {
    if (reached === undefined || reached === 'whole') return false
    if (reached === 'set') reached = 'whole'
    else if ('keys' in reached) reached = reached.item
    else reached = memberShape(reached, element.slice('f:'.length))
  }
  return (
    reached !== undefined &&
    (isItem(elements) || typeof reached === 'string' || !('fields' in reached))
  )
}
