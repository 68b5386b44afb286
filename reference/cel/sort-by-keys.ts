import { CelRuntimeError, compareCelValues } from './values.ts'

/** Sorts items by their keys, which must be of one type. @throws CelRuntimeError */
export function sortByKeys(items: readonly unknown[], keys: readonly unknown[]): unknown[] {
  const places = items.map((_item, place) => place)
  try {
    places.sort((a, b) => compareCelValues(keys[a], keys[b]))
  } catch (error) {
    if (!(error instanceof CelRuntimeError)) throw error
    throw new CelRuntimeError('list elements must have the same type')
  }
  return places.map(place => items[place])
}
