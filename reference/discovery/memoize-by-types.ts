import type { Parts } from '../parts/parts.ts'
import type { Resource } from '../api/resource.ts'
import { servedTypes } from '../parts/served-types.ts'

/**
 * Caches a value computed from the served types. It is computed on first use, and again after the
 * types have changed: definitions rarely change, and documents about them are read often.
 */
export function memoizeByTypes<T>(
  make: (types: readonly Resource[], at: Parts) => T,
): (at: Parts) => T {
  const made = new WeakMap<Parts, { types: readonly Resource[]; value: T }>()
  return at => {
    const types = servedTypes(at)
    const known = made.get(at)
    if (known && hasSameElements(known.types, types)) return known.value
    const value = make(types, at)
    made.set(at, { types, value })
    return value
  }
}

/** Whether two lists hold identical values. */
export const hasSameElements = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one === other ||
  (one.length === other.length && one.every((value, index) => value === other[index]))
