/** What tells the items of a list apart: a merge key's value, or the item itself. */
export type KeyOf = (item: unknown) => unknown

/** What decides where an item goes. */
export type Orders = {
  /** Items named here stand in this order. */
  readonly wanted: readonly unknown[]
  /** As the target had them: the order of those that are not named. */
  readonly before: readonly unknown[]
  readonly keyOf: KeyOf
}

/**
 * The items of a merged list in their order (PTCH-017). The wanted ones are as they are wanted, the
 * others as the target had them. One of the others goes before a wanted one only where the target
 * had it there, so that items which are new to the target come before all others.
 */
export function ordered(items: readonly unknown[], { wanted, before, keyOf }: Orders): unknown[] {
  const wantedAt = positions(wanted, keyOf)
  const beforeAt = positions(before, keyOf)
  const isNamed = (item: unknown) => wantedAt.has(keyOf(item))
  const named = sorted(items.filter(isNamed), item => wantedAt.get(keyOf(item)))
  const positionBefore = (item: unknown) => beforeAt.get(keyOf(item))
  const others = sorted(
    items.filter(item => !isNamed(item)),
    positionBefore,
  )
  return interleaved(others, named, positionBefore)
}

/** The first position of each key. */
function positions(items: readonly unknown[], keyOf: KeyOf): Map<unknown, number> {
  const found = new Map<unknown, number>()
  for (const [index, item] of items.entries()) {
    const key = keyOf(item)
    if (!found.has(key)) found.set(key, index)
  }
  return found
}

type PositionOf = (item: unknown) => number | undefined

const sorted = (items: readonly unknown[], positionOf: PositionOf): unknown[] =>
  items.toSorted((a, b) => (positionOf(a) ?? items.length) - (positionOf(b) ?? items.length))

function interleaved(
  others: readonly unknown[],
  named: readonly unknown[],
  positionOf: PositionOf,
): unknown[] {
  const result: unknown[] = []
  let next = 0
  for (const item of named) {
    const end = positionOf(item) ?? -1
    while (next < others.length && (positionOf(others[next]) ?? Infinity) < end) {
      result.push(others[next])
      next += 1
    }
    result.push(item)
  }
  return [...result, ...others.slice(next)]
}
