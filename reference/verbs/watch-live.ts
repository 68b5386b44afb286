import type { Delivery, FeedReader } from '../api/watch.ts'
import type { Revision } from '../storage/storage.ts'
import { errorEvent } from './watch-error.ts'
import { type FrameQueue, frameQueue } from './watch-queue.ts'
import type { Watch } from './watch-stream.ts'

/**
 * Changes as they happen, after a position that is the newest (or yet to come). A client that is
 * too far behind is cut off, and can go on from the last version it has got.
 */
export function liveFrames({ view, call, life, framing }: Watch, position: bigint): FrameQueue {
  const { at } = call
  const { allowBookmarks } = view.options
  const feed = at.changes(at.cache)
  const queue = frameQueue(at.limits.watchBytesMax)
  let seen = position
  let stop = () => {}

  function put(frame: Buffer): void {
    if (queue.push(frame)) return
    queue.cut()
    life.end()
  }

  const reader: FeedReader = {
    seen: () => seen,
    take(delivery: Delivery) {
      seen = delivery.position
      const frame = framing.frame(delivery)
      if (frame) put(frame)
    },
    end(error) {
      const event = errorEvent(error)
      if (event) put(framing.event(event))
      queue.end(event ? undefined : error)
      life.end()
    },
  }

  function bookmark(): void {
    // A version that is yet to come promises nothing.
    if (seen <= feed.newest()) {
      const told = feed.told()
      seen = told > seen ? told : seen
      const revision = String(seen) as Revision
      put(framing.event({ type: 'BOOKMARK', revision, annotations: {} }))
    }
    scheduleBookmark()
  }

  function scheduleBookmark(): void {
    const { lifetimeMs } = life
    const elapsedMs = life.elapsedMs()
    const next = at.verbs.watch.nextBookmark({ elapsedMs, lifetimeMs }, at.limits.bookmarkMs)
    stop = at.clock.after(next - elapsedMs, bookmark)
  }

  const leave = feed.join(view.scope, reader)
  life.ended.addEventListener('abort', () => {
    leave()
    stop()
    queue.end()
  })
  if (allowBookmarks) scheduleBookmark()
  return queue
}
