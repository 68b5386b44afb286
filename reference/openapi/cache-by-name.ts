type Names = Pick<ReadonlyMap<string, unknown>, 'has'>

/**
 * Values by name, for as long as there is something of that name: types come and go, and what was
 * known of those that are gone goes as soon as others are asked for.
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
