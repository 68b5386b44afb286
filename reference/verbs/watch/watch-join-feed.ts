import { storageResourceOf } from '../../api/resource.ts'
import type {
  ChangeFeed,
  Delivery,
  FeedSubscriber,
  Subscription,
  WatchOptions,
  WatchStart,
} from '../../api/watch.ts'
import type { Revision } from '../../api/store.ts'
import { errorEvent } from './error.ts'
import { type FrameQueue, frameQueue } from './queue.ts'
import type { ResourceCall } from '../../parts/parts.ts'
import type { WatchFraming } from './framing.ts'
import type { WatchLifetime } from './watch-lifetime.ts'
import type { ObjectSelector } from '../../api/list.ts'

/** The view of one watch: its scope, selector, options and start. */
export type WatchView = {
  /** See `ChangeFeed`. */
  readonly scope: string
  /** Absent when every object is selected. */
  readonly selector: ObjectSelector | undefined
  readonly options: Pick<WatchOptions, 'allowBookmarks' | 'timeoutSeconds'>
  readonly start: WatchStart
}

/** A watch that is being served. */
export type OpenWatch = {
  readonly view: WatchView
  readonly call: ResourceCall
  readonly lifetime: WatchLifetime
  readonly framing: WatchFraming
}

/** The result of joining the feed; see `SubscribeResult`. `frames` are those of the backlog. */
export type JoinResult =
  | { readonly state: 'live'; readonly frames: readonly Buffer[]; readonly queue: FrameQueue }
  | { readonly state: 'behind'; readonly frames: readonly Buffer[]; readonly position: bigint }
  | { readonly state: 'beforeRecent' }
  | { readonly state: 'stopped' }

/** Returns the feed of the changes that a watch shows, converted if its type has a webhook. */
export function feedOf({ resource, parts }: ResourceCall): ChangeFeed {
  const stored = storageResourceOf(resource)
  return parts.changeFeedOf(
    stored.conversion ? parts.conversion.changesIn(stored, parts) : parts.watchCache,
  )
}

/**
 * Joins the feed after a position and encodes the changes that the watch has missed, in one
 * synchronous step. The queue of a live watch receives all later changes. A client that is too far
 * behind is disconnected and can resume from the last version that it received.
 */
export function joinFeed(watch: OpenWatch, position: bigint): JoinResult {
  const { view, call, lifetime, framing } = watch
  const feed = feedOf(call)
  const queue = frameQueue(call.parts.limits.watchQueueBytesMax)

  function put(frame: Buffer): void {
    if (queue.push(frame)) return
    queue.cut()
    lifetime.end()
  }

  let held: Buffer[] = []
  const reader: FeedSubscriber = {
    deliver(delivery: Delivery) {
      const frame = framing.frame(delivery)
      if (frame) held.push(frame)
    },
    flush(join) {
      if (held.length === 0) return
      const frames = held
      held = []
      put(join(frames))
    },
    end(error) {
      const event = errorEvent(error)
      if (event) put(framing.event(event))
      queue.end(event ? undefined : error)
      lifetime.end()
    },
  }

  const joined = feed.subscribe(view.scope, position, reader)
  if (joined.state === 'beforeRecent' || joined.state === 'stopped') return joined
  const { deliveries, position: reached } = joined.backlog
  if (joined.state === 'behind')
    return { state: 'behind', frames: framing.frames(deliveries), position: reached }
  const { subscription } = joined
  lifetime.onEnd(() => {
    subscription.unsubscribe()
    queue.end()
  })
  const frames = framing.frames(deliveries)
  if (view.options.allowBookmarks) bookmarks(watch, { subscription, put })
  return { state: 'live', frames, queue }
}

type BookmarkOptions = {
  readonly subscription: Subscription
  readonly put: (frame: Buffer) => void
}

/** Sends bookmarks until the watch ends, each at the newest version that is safe to resume. */
function bookmarks(
  { call, lifetime, framing }: OpenWatch,
  { subscription, put }: BookmarkOptions,
): void {
  const { parts } = call
  const feed = feedOf(call)
  let cancel = () => {}

  function bookmark(): void {
    // No bookmark while the position of the watch is still in the future.
    if (subscription.position() <= feed.newest()) {
      subscription.advance(feed.delivered())
      const revision = String(subscription.position()) as Revision
      put(framing.event({ type: 'BOOKMARK', revision, annotations: {} }))
    }
    // The bookmark itself may have exceeded the queue of a slow client and ended the watch.
    if (!lifetime.hasEnded) schedule()
  }

  function schedule(): void {
    const { lifetimeMs } = lifetime
    const elapsedMs = lifetime.elapsedMs()
    const next = parts.verbs.watch.nextBookmarkMs(
      { elapsedMs, lifetimeMs },
      parts.limits.bookmarkMs,
    )
    cancel = parts.clock.after(next - elapsedMs, bookmark)
  }

  schedule()
  lifetime.onEnd(() => cancel())
}
