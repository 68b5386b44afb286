type Names = Pick<ReadonlyMap<string, unknown>, 'has'>

/**
 * Caches values by name. When the set of names changes, the values of removed names are dropped at
 * the next access.
 */
export function cacheByName<T>(drop: (name: string) => void): (names: Names) => Map<string, T> {
  const values = new Map<string, T>()
  let last: Names | undefined
  return names => {
    if (names === last) return values
    last = names
    for (const name of values.keys()) {
      if (names.has(name)) continue
      values.delete(name)
      drop(name)
    }
    return values
  }
}
