import type { Parts } from '../parts/parts.ts'
import type { Resource } from '../api/resource.ts'
import { servedTypes } from '../parts/served-types.ts'

/**
 * What is made of the served types: when somebody first asks for it, and anew when the types are no
 * longer the same. Definitions come and go seldom, and what is told of them is asked for often.
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

/** Whether two lists hold the very same values. */
export const hasSameElements = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one === other ||
  (one.length === other.length && one.every((value, index) => value === other[index]))
