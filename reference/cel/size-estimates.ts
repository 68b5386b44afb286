// How large values can be. Sizes are found as a genuine server finds them: of what is reached from
// the value that a rule stands at by the schema there, of other things by how they came about.

import { type CelType, typeParameter } from './cel-type.ts'

/** Items, entries or characters, at least and at most; at most endless where nobody knows. */
export type Size = { readonly min: number; readonly max: number }

/** The sizes of what a list or a map holds. */
export type EntrySizes = { readonly key: Size; readonly value: Size }

/** What is known of a value before there is one. */
export type Sized = {
  readonly size?: Size
  readonly entry?: EntrySizes
  /** The names by which it is reached; empty for what is made by an expression. */
  readonly path?: readonly string[]
}

export const exactSize = (size: number): Size => ({ min: size, max: size })

const unknown: Size = { min: 0, max: Number.POSITIVE_INFINITY }

/** The size of a value, endless where it is not known. */
export const sizeOf = ({ size }: Sized): Size => size ?? unknown

const scalars = new Set(['bool', 'double', 'duration', 'int', 'timestamp', 'uint'])

const isScalar = (type: CelType): boolean =>
  scalars.has(type.is) || (type.is === 'optional' && isScalar(typeParameter(type)))

export const unionOfSizes = (a: Size, b: Size): Size => ({
  min: Math.min(a.min, b.min),
  max: Math.max(a.max, b.max),
})

export const addSizes = (a: Size, b: Size): Size => ({ min: a.min + b.min, max: a.max + b.max })

/** Nothing of what is endless is nothing. */
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

/** The sizes of what is written out between brackets. */
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
 * What is known of a value of a type: by its path, which begins at the root whatever its first name
 * is, or else by what was found out of it.
 */
export function sizeOfTyped(
  root: CelType,
  type: CelType,
  { path = [], size, entry }: Sized,
): Sized {
  const found = atPath(root, path) ?? (isScalar(type) ? exactSize(1) : size)
  return { path, ...(found && { size: found }), ...(entry && { entry }) }
}

/** How large the items of a list are; endless in a list that is made by an expression. */
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
