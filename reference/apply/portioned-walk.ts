// Walks over values of which a client chooses the size. A long list or a large map is not gone
// through at once: what is beyond a portion is left for later, so that others can run in between.

import type { ResumableTask } from '../lib/event-loop.ts'
import type { PathElement } from './path-element.ts'

/** Parts of a walk that are still to be done, in this order. */
export type PendingWork = (() => void)[]

/** A walk that knows where it is. */
export type PortionedWalk = { readonly path: PathElement[]; readonly left: PendingWork }

// Some milliseconds of work.
const portion = 1000

/** Whether so many parts are too many for one go. */
export const isLong = (count: number): boolean => count > portion

/** Visits each item now when they are few, and else in portions later. */
export function visitInPortions<Item, Walker extends PortionedWalk>(
  items: readonly Item[],
  walk: Walker,
  visit: (item: Item, walk: Walker, index: number) => void,
): void {
  if (!isLong(items.length)) {
    for (let index = 0; index < items.length; index++) visit(items[index] as Item, walk, index)
    return
  }
  for (let start = 0; start < items.length; start += portion) {
    const some = items.slice(start, start + portion)
    defer(walk, own => some.forEach((item, at) => visit(item, own, start + at)))
  }
}

/** Does something from here, after all that has been left before. */
export function defer<Walker extends PortionedWalk>(
  walk: Walker,
  act: (walk: Walker) => void,
): void {
  // The walk goes on elsewhere meanwhile.
  const own = { ...walk, path: [...walk.path] }
  walk.left.push(() => act(own))
}

/**
 * Does what has been left, and what is left by that. Functions that every write calls are handed a
 * `Left` instead of being walks themselves: only then is what they return complete.
 */
export function* finishPending(left: PendingWork): ResumableTask<void> {
  for (const act of left) {
    yield
    act()
  }
  left.length = 0
}

/** What a function makes that leaves nothing behind. */
export function runAtOnce<T>(make: (left: PendingWork) => T): T {
  const left: PendingWork = []
  const made = make(left)
  for (const act of left) act()
  return made
}
