import assert from 'node:assert/strict'

import type { Limits } from '../../api/limits.ts'
import type { Backlog, Delivery } from '../../api/watch.ts'
import type { Key } from '../../api/store.ts'

// The number of backlog changes per step, so that other requests run in between.
const backlogCountMax = 256

/** The newest changes in order, for readers that are slightly behind. */
export type RecentDeliveries = {
  /** The position after which every change is kept. */
  after(): bigint
  newest(): bigint
  /** Drops all changes and continues after a position. */
  restart(position: bigint): void
  add(delivery: Delivery): void
  /** Records that there are no changes up to a position. */
  pass(position: bigint): void
  /** Returns the changes after a position, up to the number per step. */
  since(position: bigint, isIn: (key: Key) => boolean): Part | 'beforeRecent'
}

type Part = Backlog & {
  /** Whether these deliveries include the newest change. */
  readonly isWhole: boolean
}

type RecentLimits = Pick<Limits, 'backlogChangesMax' | 'backlogBytesMax'>

/** Keeps the newest changes, limited by number and bytes. */
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
    // Readers identify changes by position, so two changes must not have the same one.
    assert(delivery.position > reached, `change ${delivery.position} comes behind ${reached}`)
    deliveries.push(delivery)
    bytes += bytesOf(delivery)
    pass(delivery.position)
    if (deliveries.length > backlogChangesMax || bytes > backlogBytesMax) forget()
  }

  /** Drops changes down to half of the limits, so that the array is not shifted for each change. */
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
      // Revisions without a change have no delivery.
      position: isWhole && reached > last ? reached : last,
      isWhole,
    }
  }

  /** Returns the index of the first change after a position by binary search. */
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

/** Returns the size of a delivery: both states and a frame of the newer one, in bytes. */
const bytesOf = ({ change: { entry, previous } }: Delivery): number =>
  2 * entry.value.length + (previous?.value.length ?? 0)
