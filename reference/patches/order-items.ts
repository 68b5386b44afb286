import type { DueAfterSteps, ResumableTask } from '../lib/event-loop.ts'

/** Returns the identity of a list item: the value of its merge key, or the item itself. */
export type ItemKey = (item: unknown) => unknown

/** The inputs for ordering items. */
export type ItemOrders = {
  /** Items with these keys are in this order. */
  readonly wanted: readonly unknown[]
  /** The target before the patch, whose order applies to all other items. */
  readonly before: readonly unknown[]
  readonly keyOf: ItemKey
  readonly isDue: DueAfterSteps
}

/**
 * Sorts the items of a merged list (PTCH-017). The wanted items are in the wanted order, and the
 * others in the order of the target. Another item comes before a wanted one only if it did so in
 * the target, so wanted items that are new to the target come before all others.
 */
export function* orderItems(
  items: readonly unknown[],
  { wanted, before, keyOf, isDue }: ItemOrders,
): ResumableTask<unknown[]> {
  const wantedAt = positions(wanted, keyOf)
  if (isDue(wanted.length)) yield
  const beforeAt = positions(before, keyOf)
  if (isDue(before.length)) yield
  const named: unknown[] = []
  const others: unknown[] = []
  for (const item of items) (wantedAt.has(keyOf(item)) ? named : others).push(item)
  if (isDue(items.length)) yield
  const inOrder = sorted(named, item => wantedAt.get(keyOf(item)))
  if (isDue(named.length)) yield
  const positionBefore = (item: unknown) => beforeAt.get(keyOf(item))
  const rest = sorted(others, positionBefore)
  if (isDue(others.length)) yield
  return interleaved(rest, inOrder, positionBefore)
}

/** Returns the first position of each key. */
function positions(items: readonly unknown[], keyOf: ItemKey): Map<unknown, number> {
  const found = new Map<unknown, number>()
  for (const [index, item] of items.entries()) {
    const key = keyOf(item)
    if (!found.has(key)) found.set(key, index)
  }
  return found
}

type PositionOf = (item: unknown) => number | undefined

function sorted(items: readonly unknown[], positionOf: PositionOf): readonly unknown[] {
  const places = items.map(item => positionOf(item) ?? items.length)
  // Most clients send lists in the order in which they received them.
  if (places.every((place, index) => index === 0 || (places[index - 1] ?? 0) <= place)) return items
  const order = places.map((place, index) => ({ place, index }))
  return order.sort((a, b) => a.place - b.place).map(({ index }) => items[index])
}

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
