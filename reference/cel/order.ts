import { CelError, compare } from './values.ts'

/** Items in the order of their keys, which are of one type. @throws CelError */
export function inOrder(items: readonly unknown[], keys: readonly unknown[]): unknown[] {
  const places = items.map((_item, place) => place)
  try {
    places.sort((a, b) => compare(keys[a], keys[b]))
  } catch (error) {
    if (!(error instanceof CelError)) throw error
    throw new CelError('list elements must have the same type')
  }
  return places.map(place => items[place])
}
