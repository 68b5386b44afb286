import type { Parts } from '../parts/parts.ts'
import type { Resource } from '../api/resource.ts'
import { servedTypes } from '../parts/served-types.ts'

/**
 * Caches a value computed from the served types. It is computed on first use, and again after the
 * types have changed: definitions rarely change, and documents about them are read often.
 */
export function memoizeByTypes<T>(
  make: (types: readonly Resource[], parts: Parts) => T,
): (parts: Parts) => T {
  const made = new WeakMap<Parts, { types: readonly Resource[]; value: T }>()
  return parts => {
    const types = servedTypes(parts)
    const known = made.get(parts)
    if (known && hasSameElements(known.types, types)) return known.value
    const value = make(types, parts)
    made.set(parts, { types, value })
    return value
  }
}

/** Whether two lists hold identical values. */
export const hasSameElements = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one === other ||
  (one.length === other.length && one.every((value, index) => value === other[index]))
