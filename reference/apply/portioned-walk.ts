// Walks over values whose size a client chooses. The parts of a long list or a large map beyond one
// portion are deferred, so that other work can run in between.

import type { ResumableTask } from '../lib/event-loop.ts'
import type { PathElement } from './path-element.ts'

/** Deferred parts of a walk, in order. */
export type PendingWork = (() => void)[]

/** A walk with its current path. */
export type PortionedWalk = { readonly path: PathElement[]; readonly pending: PendingWork }

// Some milliseconds of work.
const portion = 1000

/** Whether there are too many parts for one portion. */
export const isLong = (count: number): boolean => count > portion

/** Visits the items at once if they are few. Otherwise it defers them in portions. */
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
    defer(walk, own => some.forEach((item, index) => visit(item, own, start + index)))
  }
}

/** Defers an action at the current path until all earlier deferred parts are done. */
export function defer<Walker extends PortionedWalk>(
  walk: Walker,
  act: (walk: Walker) => void,
): void {
  // Copies the path, which changes as the walk goes on.
  const own = { ...walk, path: [...walk.path] }
  walk.pending.push(() => act(own))
}

/**
 * Runs the deferred parts, including those that they defer in turn. Functions that run in every
 * write take a `PendingWork` list rather than being generators, so their result is complete only
 * after this.
 */
export function* finishPending(pending: PendingWork): ResumableTask<void> {
  for (const act of pending) {
    yield
    act()
  }
  pending.length = 0
}

/** Runs a function together with its deferred parts. */
export function runAtOnce<T>(make: (pending: PendingWork) => T): T {
  const pending: PendingWork = []
  const made = make(pending)
  for (const act of pending) act()
  return made
}
