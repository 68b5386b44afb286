// Estimates the sizes of values as a genuine server does: for values reached from the root of a
// rule, by the schema, and for other values, by the expression that creates them.

import { type CelType, typeParameter } from './cel-type.ts'

/**
 * The minimum and maximum number of items, entries or characters. The maximum is infinite if
 * unknown.
 */
export type Size = { readonly min: number; readonly max: number }

/** The sizes of the keys and values in a list or a map. */
export type EntrySizes = { readonly key: Size; readonly value: Size }

/** The size information of a value before evaluation. */
export type Sized = {
  readonly size?: Size
  readonly entry?: EntrySizes
  /**
   * The path by which it is reached from the root. Empty for a value that an expression creates.
   */
  readonly path?: readonly string[]
}

export const exactSize = (size: number): Size => ({ min: size, max: size })

const unknown: Size = { min: 0, max: Number.POSITIVE_INFINITY }

/** Returns the size of a value, with an infinite maximum if it is unknown. */
export const sizeOf = ({ size }: Sized): Size => size ?? unknown

const scalars = new Set(['bool', 'double', 'duration', 'int', 'timestamp', 'uint'])

const isScalar = (type: CelType): boolean =>
  scalars.has(type.is) || (type.is === 'optional' && isScalar(typeParameter(type)))

export const unionOfSizes = (a: Size, b: Size): Size => ({
  min: Math.min(a.min, b.min),
  max: Math.max(a.max, b.max),
})

export const addSizes = (a: Size, b: Size): Size => ({ min: a.min + b.min, max: a.max + b.max })

/** Multiplies counts, where 0 times infinity is 0. */
export const multiplyCounts = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : a * b)

export const multiplySizes = (a: Size, b: Size): Size => ({
  min: multiplyCounts(a.min, b.min),
  max: multiplyCounts(a.max, b.max),
})

export const unionOfEntries = (
  a: EntrySizes | undefined,
  b: EntrySizes | undefined,
): EntrySizes | undefined =>
  a && b && { key: unionOfSizes(a.key, b.key), value: unionOfSizes(a.value, b.value) }

/** Returns the sizes of the elements in a list or map literal. */
export const literalEntrySizes = (
  keys: readonly Sized[],
  values: readonly Sized[],
): EntrySizes => ({
  key: all(keys),
  value: all(values),
})

const all = (parts: readonly Sized[]): Size =>
  parts.length === 0 ? exactSize(0) : parts.map(sizeOf).reduce(unionOfSizes)

/**
 * Returns the size of a value of a type: by its path, which starts at the root whatever the first
 * name is, or else by the information given.
 */
export function sizeOfTyped(
  root: CelType,
  type: CelType,
  { path = [], size, entry }: Sized,
): Sized {
  const found = atPath(root, path) ?? (isScalar(type) ? exactSize(1) : size)
  return { path, ...(found && { size: found }), ...(entry && { entry }) }
}

/**
 * Returns a function that estimates the size of list items. It is infinite for a list that an
 * expression creates.
 */
export const itemSizeEstimator =
  (root: CelType) =>
  ({ path = [] }: Sized): Size =>
    (path.length > 0 ? atPath(root, [...path, '@items']) : undefined) ?? unknown

function atPath(root: CelType, path: readonly string[]): Size | undefined {
  if (path.length === 0) return undefined
  let type: CelType | undefined = root
  for (const name of path.slice(1)) {
    type = within(type, name)
    if (!type) return undefined
  }
  return { min: 0, max: type.sizeMax ?? 0 }
}

function within(type: CelType, name: string): CelType | undefined {
  if (name === '@keys') return type.is === 'map' ? typeParameter(type) : undefined
  if (name !== '@items' && name !== '@values') return type.members?.get(name)?.type
  if (type.is === 'list') return typeParameter(type)
  return type.is === 'map' ? typeParameter(type, 1) : undefined
}
