import type { Limits } from '../api/limits.ts'
import type { Catch, Delivery } from '../api/watch.ts'
import type { Key } from '../storage/storage.ts'

// A reader takes so many changes at a time, so that others run in between.
const caughtAtOnce = 256

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
  since(position: bigint, isIn: (key: Key) => boolean): Catch | 'forgotten'
}

type RecentLimits = Pick<Limits, 'recentChangesMax' | 'recentBytesMax'>

/** Remembers the newest changes, at most so many and of so many bytes. */
export function recentDeliveries({
  recentChangesMax,
  recentBytesMax,
}: RecentLimits): RecentDeliveries {
  let deliveries: Delivery[] = []
  let bytes = 0
  let forgotten = 0n
  let reached = 0n

  function pass(position: bigint): void {
    if (position > reached) reached = position
  }

  function add(delivery: Delivery): void {
    deliveries.push(delivery)
    bytes += bytesOf(delivery)
    pass(delivery.position)
    if (deliveries.length > recentChangesMax || bytes > recentBytesMax) forget()
  }

  /** Forgets down to half of the limits, so that not every change moves all the others. */
  function forget(): void {
    let count = 0
    while (deliveries.length - count > recentChangesMax / 2 || bytes > recentBytesMax / 2) {
      const oldest = deliveries[count]
      if (oldest === undefined) break
      bytes -= bytesOf(oldest)
      forgotten = oldest.position
      count += 1
    }
    deliveries = deliveries.slice(count)
  }

  function since(position: bigint, isIn: (key: Key) => boolean): Catch | 'forgotten' {
    if (position < forgotten) return 'forgotten'
    const first = firstAfter(position)
    const next = deliveries.slice(first, first + caughtAtOnce)
    return {
      deliveries: next.filter(({ change }) => isIn(change.entry.key)),
      position: next.at(-1)?.position ?? position,
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
    after: () => forgotten,
    newest: () => reached,
    restart(position) {
      deliveries = []
      bytes = 0
      forgotten = position
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
