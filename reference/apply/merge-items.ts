import { itemElement } from './list-item.ts'
import type { PathElement } from './path-element.ts'
import type { ListShape } from './shape.ts'

type Merging = {
  readonly shape: ListShape
  readonly merge: (live: unknown, said: unknown) => unknown
}

/**
 * The items of two lists, each once: those that both have are in the order of the second list, and
 * what one has alone stays near its neighbours in that list. @throws Unnameable
 */
export function mergedItems(
  live: readonly unknown[],
  said: readonly unknown[],
  { shape, merge }: Merging,
): unknown[] {
  const left = live.map(item => itemElement(item, shape))
  const right = said.map(item => itemElement(item, shape))
  const inLeft = valuesOf(left, live)
  const inRight = valuesOf(right, said)
  const shared = right.filter(element => inLeft.has(element))
  const done = new Set<PathElement>()
  const items: unknown[] = []
  const emit = (element: PathElement, own: unknown) => {
    const item = merge(own, inRight.get(element))
    if (item !== undefined) items.push(item)
  }
  const takeRight = (element: PathElement) => {
    done.add(element)
    emit(element, inLeft.get(element))
    if (shared[0] === element) shared.shift()
  }
  let [l, r] = [0, 0]
  while (l < left.length || r < right.length) {
    const [a, b] = [left[l], right[r]]
    if (a !== undefined && a === b) {
      takeRight(a)
      l++
      r++
    } else if (a !== undefined && b !== undefined && isLater(a, inRight, shared)) {
      l++
    } else if (a !== undefined && !inRight.has(a)) {
      emit(a, live[l])
      l++
    } else {
      // It stands where the second list has it.
      if (a !== undefined && done.has(a)) l++
      if (b !== undefined) {
        takeRight(b)
        r++
      }
    }
  }
  return items
}

/** An item of both lists that is not the next of them; its turn comes in the second list. */
const isLater = (
  element: PathElement,
  inRight: ReadonlyMap<PathElement, unknown>,
  shared: readonly PathElement[],
): boolean => inRight.has(element) && shared.length > 0 && shared[0] !== element

/** What occurs twice has no one value that another could be merged with. */
function valuesOf(
  elements: readonly PathElement[],
  items: readonly unknown[],
): Map<PathElement, unknown> {
  const values = new Map<PathElement, unknown>()
  for (const [index, element] of elements.entries()) {
    values.set(element, values.has(element) ? null : items[index])
  }
  return values
}
