import { setImmediate } from 'node:timers/promises'

import type { EndSignal, LiveFrames, StreamingBody } from '../../api/request.ts'
import type { ReadPosition } from '../../api/list.ts'
import { storageResourceOf } from '../../api/resource.ts'
import type { ResourceCall } from '../../parts/parts.ts'
import type { Revision, StoredEntry } from '../../api/store.ts'
import { errorEvent } from './error.ts'
import type { WatchFraming } from './framing.ts'
import { watchLifetimeOf } from './watch-lifetime.ts'
import { feedOf, joinFeed, type OpenWatch, type WatchView } from './watch-join-feed.ts'

/** Returns the events of a watch: the initial state if requested, then every later change. */
export function watchStream(
  view: WatchView,
  call: ResourceCall,
  framing: WatchFraming,
): StreamingBody {
  const lifetime = watchLifetimeOf(
    call,
    call.parts.verbs.watch.lifetimeMs(view.options, call.parts),
  )
  return { backlog: backlogOf({ view, call, lifetime, framing }), endSignal: lifetime }
}

/**
 * Returns the events before the watch is live. Most watches are idle most of the time, so the
 * generator is released when it has finished.
 */
function backlogOf(watch: OpenWatch): StreamingBody['backlog'] {
  const { lifetime } = watch
  let unread: ReturnType<typeof beginning> | undefined = beginning(watch)
  return {
    async next() {
      const result = (await unread?.next()) ?? over
      if (!result.done) return result
      unread = undefined
      if (result.value === undefined) lifetime.end()
      return result
    },
    async return() {
      lifetime.end()
      return over
    },
  }
}

const over = { value: undefined, done: true } as const

/** Yields all events up to now. Returns the live frames, or undefined if the watch is over. */
async function* beginning(watch: OpenWatch): AsyncGenerator<Buffer, LiveFrames | undefined> {
  const { view, framing, lifetime } = watch
  try {
    const { start } = view
    const after = 'after' in start ? start.after : yield* state(watch, start.state)
    return yield* untilLive(watch, BigInt(after))
  } catch (error) {
    lifetime.end()
    const event = errorEvent(error)
    if (event === undefined) throw error
    yield framing.event(event)
  }
  return undefined
}

/** Yields the objects of one snapshot, then a bookmark if allowed (WATCH-034, 035). */
async function* state(
  { view, call, lifetime, framing }: OpenWatch,
  start: ReadPosition,
): AsyncGenerator<Buffer, Revision | 0> {
  const { parts, resource } = call
  const { scope, selector } = view
  const isOne = !scope.endsWith('/')
  // The key of an object is the first of all keys with that prefix.
  const limit = isOne ? 1 : parts.limits.scanKeys
  const signal = storageResourceOf(resource).conversion ? call.http.client.signal : undefined
  let from = start
  while (!lifetime.hasEnded) {
    const page = await parts.verbs.watch.readPage(
      from,
      { prefix: scope, selector, limit, resource, signal },
      parts,
    )
    const { revision, last } = page
    const entries = page.entries.filter(({ key }) => !isOne || key === scope)
    yield* batchFrames(added(entries, framing))
    if (last === undefined || isOne) {
      if (view.options.allowBookmarks) {
        yield framing.event({
          type: 'BOOKMARK',
          revision,
          annotations: endOfState(parts.dialect),
        })
      }
      return revision
    }
    from = { revision, after: last }
  }
  return 0
}

/** Encodes entries on demand, so that a client that does not read holds only about one batch. */
function* added(entries: readonly StoredEntry[], framing: WatchFraming): Generator<Buffer, void> {
  for (const entry of entries) yield framing.event({ type: 'ADDED', entry })
}

const endOfState = (dialect: ResourceCall['parts']['dialect']): { [key: string]: string } =>
  dialect.annotatesInitialEventsEnd ? { [`${dialect.apiDomain}/initial-events-end`]: 'true' } : {}

/** Yields the changes after a position. Returns the live frames unless the watch ends first. */
async function* untilLive(
  watch: OpenWatch,
  start: bigint,
): AsyncGenerator<Buffer, LiveFrames | undefined> {
  const { view, framing, lifetime } = watch
  const feed = feedOf(watch.call)
  const { conversion } = storageResourceOf(watch.call.resource)
  let position = start
  // The feed of a webhook that is no longer used delivers nothing.
  while (!lifetime.hasEnded && !conversion?.webhook.retired.aborted) {
    const joined = joinFeed(watch, position)
    if (joined.state === 'stopped') await feed.start()
    else if (joined.state === 'beforeRecent') {
      for await (const older of feed.older(view.scope, position, abortSignalOf(lifetime))) {
        yield* batchFrames(framing.frames(older.deliveries))
        position = older.position
      }
    } else {
      yield* batchFrames(joined.frames)
      if (joined.state === 'live') return joined.queue
      position = joined.position
      await setImmediate()
    }
  }
  return undefined
}

/** Returns an AbortSignal for the end of a watch. Only watches that read a history need one. */
function abortSignalOf(lifetime: EndSignal): AbortSignal {
  const ended = new AbortController()
  lifetime.onEnd(() => ended.abort())
  return ended.signal
}

// Buffers that are available together are sent in batches of about this size.
const batchBytes = 64 * 1024

/** Joins buffers in order. A buffer larger than a batch becomes a separate batch. */
function* batchFrames(buffers: Iterable<Buffer>): Iterable<Buffer> {
  let batch: Buffer[] = []
  let bytes = 0
  for (const buffer of buffers) {
    if (bytes > 0 && bytes + buffer.length > batchBytes) {
      yield joinBuffers(batch)
      batch = []
      bytes = 0
    }
    batch.push(buffer)
    bytes += buffer.length
  }
  if (bytes > 0) yield joinBuffers(batch)
}

/** Joins buffers. A single buffer is returned without a copy, because watches share it. */
function joinBuffers(buffers: readonly Buffer[]): Buffer {
  const [only] = buffers
  return only !== undefined && buffers.length === 1 ? only : Buffer.concat(buffers)
}
