import type { DueAfterSteps, ResumableTask } from '../lib/event-loop.ts'
import { itemElement } from './list-item.ts'
import type { PathElement } from './path-element.ts'
import type { ListShape } from './schema-shape.ts'

type Merging = {
  readonly shape: ListShape
  readonly merge: (live: unknown, applied: unknown) => ResumableTask<unknown>
  readonly isDue: DueAfterSteps
}

/**
 * Merges the items of two lists. Shared items are in the order of the second list, and other items
 * stay near their neighbours. @throws UnidentifiableItem
 */
export function* mergeItems(
  live: readonly unknown[],
  applied: readonly unknown[],
  { shape, merge, isDue }: Merging,
): ResumableTask<unknown[]> {
  const left = yield* elementsOf(live, { shape, isDue })
  const right = yield* elementsOf(applied, { shape, isDue })
  const inLeft = valuesOf(left, live)
  const inRight = valuesOf(right, applied)
  const shared = right.filter(element => inLeft.has(element))
  const done = new Set<PathElement>()
  const items: unknown[] = []
  let nextShared = 0
  function* emit(element: PathElement, own: unknown): ResumableTask<void> {
    const item = yield* merge(own, inRight.get(element))
    if (item !== undefined) items.push(item)
  }
  function* takeRight(element: PathElement): ResumableTask<void> {
    done.add(element)
    yield* emit(element, inLeft.get(element))
    if (shared[nextShared] === element) nextShared += 1
  }
  // A shared item that is not the next one waits for its position in the second list.
  const isLater = (element: PathElement): boolean =>
    inRight.has(element) && nextShared < shared.length && shared[nextShared] !== element
  let [l, r] = [0, 0]
  while (l < left.length || r < right.length) {
    const [a, b] = [left[l], right[r]]
    if (a !== undefined && a === b) {
      yield* takeRight(a)
      l++
      r++
    } else if (a !== undefined && b !== undefined && isLater(a)) {
      l++
    } else if (a !== undefined && !inRight.has(a)) {
      yield* emit(a, live[l])
      l++
    } else {
      // The item is placed by the second list.
      if (a !== undefined && done.has(a)) l++
      if (b !== undefined) {
        yield* takeRight(b)
        r++
      }
    }
  }
  return items
}

function* elementsOf(
  items: readonly unknown[],
  { shape, isDue }: Pick<Merging, 'shape' | 'isDue'>,
): ResumableTask<readonly PathElement[]> {
  const elements: PathElement[] = []
  for (const item of items) {
    if (isDue()) yield
    elements.push(itemElement(item, shape))
  }
  return elements
}

/**
 * Returns the items by element. An element that occurs twice maps to null, because it has no single
 * value to merge with.
 */
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
