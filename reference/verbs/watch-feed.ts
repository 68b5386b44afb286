// One follower of the changes for all who watch: a commit wakes those whose scope it is in, whatever
// their number beside them.

import type { ApiObject } from '../api/object.ts'
import type { Catch, ChangeFeed, ChangeSource, Delivery, FeedReader } from '../api/watch.ts'
import type { Change, Key, Revision, Stored } from '../storage/storage.ts'
import type { Limits } from '../api/limits.ts'
import { pace } from './pace.ts'
import { recentDeliveries } from './watch-recent.ts'

type FeedLimits = Pick<Limits, 'turnMs' | 'recentChangesMax' | 'recentBytesMax'>

/** The feed of a source; the same one whenever it is asked for. */
export function changeFeeds(limits: FeedLimits): (source: ChangeSource) => ChangeFeed {
  const feeds = new WeakMap<ChangeSource, ChangeFeed>()
  return source => {
    const feed = feeds.get(source) ?? changeFeed(source, limits)
    feeds.set(source, feed)
    return feed
  }
}

// A feed ends with its source.
const never = new AbortController().signal

// How many readers are told of a change before it is asked how long that took.
const readersAtOnce = 32

function changeFeed(source: ChangeSource, limits: FeedLimits): ChangeFeed {
  const readers = new Map<string, Set<FeedReader>>()
  const recent = recentDeliveries(limits)
  let started: Promise<void> | undefined
  let told = 0n
  let isTelling = false

  const start = () => (started ??= begin())

  async function begin(): Promise<void> {
    const revision = await source.revision().catch((error: unknown) => {
      // The next one who asks may have more luck.
      started = undefined
      throw error
    })
    told = BigInt(revision)
    recent.restart(told)
    void follow(revision)
  }

  async function follow(after: Revision): Promise<void> {
    let failure: unknown
    try {
      for await (const change of source.watch('', after, never, pass)) {
        await tell(deliveryOf(change))
      }
    } catch (error) {
      // Whoever watches is told; the feed begins anew with the next one who asks.
      failure = error
    }
    started = undefined
    const all = [...readers.values()].flatMap(scope => [...scope])
    readers.clear()
    for (const reader of all) reader.end(failure)
  }

  /** The source has moved on by what is not kept in it. */
  function pass(revision: Revision): void {
    recent.pass(BigInt(revision))
    if (!isTelling) told = recent.newest()
  }

  async function tell(delivery: Delivery): Promise<void> {
    recent.add(delivery)
    isTelling = true
    const pause = pace(limits.turnMs)
    let count = 0
    try {
      for (const scope of scopesOf(delivery.change.entry.key)) {
        for (const reader of readers.get(scope) ?? []) {
          // One who came during a pause has read this change among the recent ones.
          if (reader.seen() < delivery.position) reader.take(delivery)
          count += 1
          if (count % readersAtOnce === 0) await pause()
        }
      }
    } finally {
      delivery.forgetObjects()
      isTelling = false
    }
    told = recent.newest()
  }

  async function* older(scope: string, after: bigint, signal: AbortSignal): AsyncIterable<Catch> {
    let position = after
    const enough = new AbortController()
    const over = AbortSignal.any([signal, enough.signal])
    const passed = (revision: Revision) => {
      position = BigInt(revision)
      if (position >= recent.after()) enough.abort()
    }
    // Every change is read, not only those in the scope: how else would one know where one is.
    for await (const change of source.watch('', String(after) as Revision, over, passed)) {
      const delivery = deliveryOf(change)
      position = delivery.position
      if (isIn(scope, change.entry.key)) yield { deliveries: [delivery], position }
      if (position >= recent.after()) break
    }
    yield { deliveries: [], position }
  }

  function join(scope: string, reader: FeedReader): () => void {
    const others = readers.get(scope) ?? new Set()
    readers.set(scope, others.add(reader))
    return () => {
      others.delete(reader)
      if (others.size === 0 && readers.get(scope) === others) readers.delete(scope)
    }
  }

  return {
    start,
    told: () => told,
    newest: recent.newest,
    recent: (scope, after) => recent.since(after, key => isIn(scope, key)),
    older,
    join,
  }
}

function deliveryOf(change: Change): Delivery {
  const frames = new Map<string, Buffer>()
  const objects = new Map<Stored, ApiObject>()
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

/** The scopes that a key is in. */
function scopesOf(key: Key): string[] {
  const ofType = key.indexOf('/', key.indexOf('/') + 1) + 1
  const ofNamespace = key.indexOf('/', ofType) + 1
  return [key.slice(0, ofType), key.slice(0, ofNamespace), key]
}

const isIn = (scope: string, key: Key): boolean =>
  scope.endsWith('/') ? key.startsWith(scope) : key === scope
