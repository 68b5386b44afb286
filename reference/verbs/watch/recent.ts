import assert from 'node:assert/strict'

import type { Limits } from '../../api/limits.ts'
import type { Backlog, Delivery } from '../../api/watch.ts'
import type { Key } from '../../api/store.ts'

// A reader is given so many changes of its backlog at a time, so that others run in between.
const backlogCountMax = 256

/** The newest changes, in order, for readers who are a little behind. */
export type RecentDeliveries = {
  /** The position after which every change is at hand. */
  after(): bigint
  newest(): bigint
  /** Forgets all: what comes next is after a position. */
  restart(position: bigint): void
  add(delivery: Delivery): void
  /** Nothing happened up to a position. */
  pass(position: bigint): void
  /** What came after a position, as far as it is given at once. */
  since(position: bigint, isIn: (key: Key) => boolean): Part | 'beforeRecent'
}

type Part = Backlog & {
  /** Whether nothing came after these deliveries. */
  readonly isWhole: boolean
}

type RecentLimits = Pick<Limits, 'backlogChangesMax' | 'backlogBytesMax'>

/** Remembers the newest changes, at most so many and of so many bytes. */
export function recentDeliveries({
  backlogChangesMax,
  backlogBytesMax,
}: RecentLimits): RecentDeliveries {
  let deliveries: Delivery[] = []
  let bytes = 0
  let newestDropped = 0n
  let reached = 0n

  function pass(position: bigint): void {
    if (position > reached) reached = position
  }

  function add(delivery: Delivery): void {
    // Positions are how readers tell what they have been given: two changes at one would be one.
    assert(delivery.position > reached, `change ${delivery.position} comes behind ${reached}`)
    deliveries.push(delivery)
    bytes += bytesOf(delivery)
    pass(delivery.position)
    if (deliveries.length > backlogChangesMax || bytes > backlogBytesMax) forget()
  }

  /** Forgets down to half of the limits, so that not every change moves all the others. */
  function forget(): void {
    let count = 0
    while (deliveries.length - count > backlogChangesMax / 2 || bytes > backlogBytesMax / 2) {
      const oldest = deliveries[count]
      if (oldest === undefined) break
      bytes -= bytesOf(oldest)
      newestDropped = oldest.position
      count += 1
    }
    deliveries = deliveries.slice(count)
  }

  function since(position: bigint, isIn: (key: Key) => boolean): Part | 'beforeRecent' {
    if (position < newestDropped) return 'beforeRecent'
    const first = firstAfter(position)
    const next = deliveries.slice(first, first + backlogCountMax)
    const isWhole = first + next.length === deliveries.length
    const last = next.at(-1)?.position ?? position
    return {
      deliveries: next.filter(({ change }) => isIn(change.entry.key)),
      // What the source passed over has no delivery.
      position: isWhole && reached > last ? reached : last,
      isWhole,
    }
  }

  /** The index of the first change after a position; they are in order. */
  function firstAfter(position: bigint): number {
    let low = 0
    let high = deliveries.length
    while (low < high) {
      const middle = (low + high) >> 1
      const delivery = deliveries[middle]
      if (delivery === undefined || delivery.position > position) high = middle
      else low = middle + 1
    }
    return low
  }

  return {
    after: () => newestDropped,
    newest: () => reached,
    restart(position) {
      deliveries = []
      bytes = 0
      newestDropped = position
      reached = position
    },
    add,
    pass,
    since,
  }
}

/** Both states and a frame of the newer one. */
const bytesOf = ({ change: { entry, previous } }: Delivery): number =>
  2 * entry.value.length + (previous?.value.length ?? 0)
