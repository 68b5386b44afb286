// Follows the changes of a source once for all watches. A commit costs only the watches in whose
// scope it is, however many others exist.

import assert from 'node:assert/strict'

import type { ApiObject } from '../../api/object.ts'
import type {
  Backlog,
  ChangeFeed,
  ChangeSource,
  Delivery,
  FeedSubscriber,
  SubscribeResult,
} from '../../api/watch.ts'
import type { StoreChange, Key, Revision, StoredEntry } from '../../api/store.ts'
import type { Limits } from '../../api/limits.ts'
import { yieldAfter, type YieldIfDue } from '../../lib/event-loop.ts'
import { frameJoiner } from './join-frames.ts'
import { recentDeliveries } from './recent.ts'

type FeedLimits = Pick<Limits, 'yieldAfterMs' | 'backlogChangesMax' | 'backlogBytesMax'>

/** Returns a function from a source to its feed. The same source always has the same feed. */
export function changeFeeds(limits: FeedLimits): (source: ChangeSource) => ChangeFeed {
  const feeds = new WeakMap<ChangeSource, ChangeFeed>()
  return source => {
    const feed = feeds.get(source) ?? changeFeed(source, limits)
    feeds.set(source, feed)
    return feed
  }
}

// Changes that wait together are delivered in batches of about this size.
const batchBytes = 64 * 1024

// The number of readers that get a batch before the elapsed time is checked.
const readersAtOnce = 32

type Subscriber = { readonly reader: FeedSubscriber; position: bigint }

function changeFeed(source: ChangeSource, limits: FeedLimits): ChangeFeed {
  const subscribers = new Map<string, Set<Subscriber>>()
  const { yieldAfterMs, backlogChangesMax, backlogBytesMax } = limits
  const recent = recentDeliveries(limits)
  // Changes that readers have not been given yet, in order, and the bytes of their objects.
  let waiting: Delivery[] = []
  let waitingBytes = 0
  let started: Promise<void> | undefined
  let delivered = 0n
  // Stays true after a failure, so that nothing that follows an undelivered change is delivered.
  let isDelivering = false
  let isFollowing = false

  const start = () => (started ??= begin())

  async function begin(): Promise<void> {
    const revision = await source.revision().catch((error: unknown) => {
      // The next caller tries again.
      started = undefined
      throw error
    })
    delivered = BigInt(revision)
    recent.restart(delivered)
    isFollowing = true
    void follow(revision)
  }

  async function follow(after: Revision): Promise<void> {
    const stop = new AbortController()
    let failure: unknown
    let delivering: Promise<void> | undefined
    try {
      for await (const change of source.watch('', after, stop.signal, pass)) {
        const delivery = deliveryOf(change)
        recent.add(delivery)
        waiting.push(delivery)
        waitingBytes += change.entry.value.length
        if (!isDelivering) {
          delivering = deliverWaiting().catch((error: unknown) => {
            failure = error
            stop.abort()
          })
        }
        if (waiting.length >= backlogChangesMax || waitingBytes > backlogBytesMax) await delivering
      }
    } catch (error) {
      failure ??= error
    }
    // All watches end. The next subscriber starts the feed again.
    await delivering
    waiting = []
    waitingBytes = 0
    isDelivering = false
    started = undefined
    isFollowing = false
    const all = [...subscribers.values()].flatMap(scope => [...scope])
    subscribers.clear()
    for (const { reader } of all) reader.end(failure)
  }

  /** Called when the source has reached a revision without a change of a stored object. */
  function pass(revision: Revision): void {
    recent.pass(BigInt(revision))
    if (!isDelivering) delivered = recent.newest()
  }

  /**
   * Delivers the waiting changes. A change that finds the feed idle is delivered at once; those
   * that come meanwhile are delivered together, so that each reader writes once for all of them.
   */
  async function deliverWaiting(): Promise<void> {
    isDelivering = true
    const pause = yieldAfter(yieldAfterMs)
    for (;;) {
      const deliveries = nextBatch()
      const last = deliveries.at(-1)
      if (!last) break
      await deliver(deliveries, pause)
      delivered = last.position
    }
    delivered = recent.newest()
    isDelivering = false
  }

  /** Takes the first waiting changes: about as many as one write should have. */
  function nextBatch(): Delivery[] {
    let bytes = 0
    const end = waiting.findIndex(({ change }) => {
      bytes += change.entry.value.length
      return bytes > batchBytes
    })
    const batch = waiting.splice(0, end === -1 ? waiting.length : Math.max(1, end))
    for (const { change } of batch) waitingBytes -= change.entry.value.length
    return batch
  }

  async function deliver(deliveries: readonly Delivery[], pause: YieldIfDue): Promise<void> {
    const join = frameJoiner()
    let count = 0
    try {
      for (const [scope, inScope] of byScope(deliveries)) {
        for (const subscriber of subscribers.get(scope) ?? []) {
          for (const delivery of inScope) give(subscriber, delivery)
          subscriber.reader.flush(join)
          count += 1
          if (count % readersAtOnce === 0) await pause()
        }
      }
    } finally {
      for (const { forgetObjects } of deliveries) forgetObjects()
    }
  }

  async function* older(scope: string, after: bigint, signal: AbortSignal): AsyncIterable<Backlog> {
    let position = after
    const enough = new AbortController()
    const over = AbortSignal.any([signal, enough.signal])
    const passed = (revision: Revision) => {
      if (BigInt(revision) > position) position = BigInt(revision)
      if (position >= recent.after()) enough.abort()
    }
    // Reads changes outside the scope, too, because each one moves the position forward.
    for await (const change of source.watch('', String(after) as Revision, over, passed)) {
      const delivery = deliveryOf(change)
      position = delivery.position
      if (isIn(scope, change.entry.key)) yield { deliveries: [delivery], position }
      if (position >= recent.after()) break
    }
    yield { deliveries: [], position }
  }

  function subscribe(scope: string, after: bigint, reader: FeedSubscriber): SubscribeResult {
    if (!isFollowing) return { state: 'stopped' }
    const backlog = recent.since(after, key => isIn(scope, key))
    if (backlog === 'beforeRecent') return { state: 'beforeRecent' }
    if (!backlog.isWhole) return { state: 'behind', backlog }
    const subscriber = { reader, position: backlog.position }
    add(scope, subscriber)
    // No await is allowed between `since` and `add`: a change in between would be lost.
    assert(subscriber.position >= recent.newest(), 'a change came while a reader subscribed')
    const subscription = {
      position: () => subscriber.position,
      advance(position: bigint) {
        if (position > subscriber.position) subscriber.position = position
      },
      unsubscribe: () => remove(scope, subscriber),
    }
    return { state: 'live', backlog, subscription }
  }

  function add(scope: string, subscriber: Subscriber): void {
    const others = subscribers.get(scope) ?? new Set()
    subscribers.set(scope, others.add(subscriber))
  }

  function remove(scope: string, subscriber: Subscriber): void {
    const others = subscribers.get(scope)
    others?.delete(subscriber)
    if (others?.size === 0) subscribers.delete(scope)
  }

  return { start, delivered: () => delivered, newest: recent.newest, subscribe, older }
}

/** Delivers a change, unless it was in the reader's backlog or precedes the reader's start. */
function give(subscriber: Subscriber, delivery: Delivery): void {
  if (subscriber.position >= delivery.position) return
  subscriber.position = delivery.position
  subscriber.reader.deliver(delivery)
}

function deliveryOf(change: StoreChange): Delivery {
  const frames = new Map<string, Buffer>()
  const objects = new Map<StoredEntry, ApiObject>()
  return {
    change,
    position: BigInt(change.entry.revision),
    frame: (name, make) => once(frames, name, make),
    object: (entry, read) => once(objects, entry, read),
    forgetObjects: () => objects.clear(),
  }
}

function once<K, V>(made: Map<K, V>, key: K, make: () => V): V {
  const value = made.get(key) ?? make()
  made.set(key, value)
  return value
}

/** Returns deliveries by the scopes that contain their keys, in order. */
function byScope(deliveries: readonly Delivery[]): Map<string, Delivery[]> {
  const scopes = new Map<string, Delivery[]>()
  for (const delivery of deliveries) {
    for (const scope of scopesOf(delivery.change.entry.key)) {
      const inScope = scopes.get(scope)
      if (inScope) inScope.push(delivery)
      else scopes.set(scope, [delivery])
    }
  }
  return scopes
}

/** Returns the scopes that contain a key. */
function scopesOf(key: Key): string[] {
  const ofType = key.indexOf('/', key.indexOf('/') + 1) + 1
  const ofNamespace = key.indexOf('/', ofType) + 1
  return [key.slice(0, ofType), key.slice(0, ofNamespace), key]
}

const isIn = (scope: string, key: Key): boolean =>
  scope.endsWith('/') ? key.startsWith(scope) : key === scope
