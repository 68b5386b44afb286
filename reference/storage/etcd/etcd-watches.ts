// Serves all watches of a store on one gRPC stream, which is reopened when it breaks.

import { setTimeout as pause } from 'node:timers/promises'
import { Compacted, type Revision, Unavailable } from '../../api/store.ts'
import type { Connection, WatchCall } from './connection.ts'
import { type Follower, followerOf } from './follower.ts'
import type { KeySpace } from './keys.ts'
import type { KeyRange, WatchResponse } from './messages.ts'

/** The watches of the etcd engine, which share one stream. */
export type EtcdWatches = {
  /** Starts to follow after a revision that can be read. */
  follow(keys: KeyRange, after: Revision): Follower
  /** Restarts a follower that was taken off the stream because its reader was too slow. */
  resume(follower: Follower): void
  leave(follower: Follower): void
  /** Makes every follower soon reach a revision, or get confirmation that it has. */
  requestProgress(to: Revision): void
  close(): void
}

type Options = {
  connection: Connection
  space: KeySpace
  /** Rejects with the refusal of a watch that starts after this revision. */
  checkReadable(after: Revision): Promise<unknown>
  /** The maximum number of bytes queued for one reader before it is taken off the stream. */
  backlogMax: number
}

// A pause before reopening, in case a stream breaks immediately.
const reopenMs = 50
// etcd does not answer a progress request while a watch of the stream is catching up, which it
// checks every 100 ms.
const pollMs = 100

export function etcdWatches({
  connection,
  space,
  checkReadable,
  backlogMax,
}: Options): EtcdWatches {
  const { reportsProgress } = connection
  const followers = new Set<Follower>()
  const byId = new Map<string, Follower>()
  const closing = new AbortController()
  let stream: WatchCall | undefined
  let isRunning = false
  let lastId = 0
  let asked = 0
  let answered = 0
  let target = 0n
  let polling: NodeJS.Timeout | undefined

  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    while (followers.size > 0 && !closing.signal.aborted) {
      try {
        await Promise.all([...followers].map(refuseIfLost))
        await session(await connection.watch())
      } catch (error) {
        // Readers wait until etcd is back; the request that started a watch was refused already, if
        // any.
        if (!(error instanceof Unavailable || closing.signal.aborted)) throw error
      }
      await pause(reopenMs, undefined, { signal: closing.signal }).catch(() => {})
    }
    isRunning = false
  }

  /** Ends a follower whose next changes are compacted, or whose revision etcd has lost. */
  async function refuseIfLost(follower: Follower): Promise<void> {
    const refusal = await checkReadable(String(follower.position) as Revision).then(
      () => undefined,
      (error: unknown) => error,
    )
    if (refusal instanceof Unavailable) throw refusal
    if (refusal !== undefined) end(follower, refusal)
  }

  /** Serves all followers on one stream until the stream ends. */
  function session(call: WatchCall): Promise<void> {
    return new Promise(resolve => {
      const onEnd = () => {
        if (stream !== call) return
        stream = undefined
        for (const follower of followers) detach(follower)
        resolve()
      }
      call.on('data', (answer: WatchResponse) => {
        if (stream === call) receive(answer)
      })
      call.on('error', onEnd)
      call.on('end', onEnd)
      stream = call
      asked = 0
      answered = 0
      for (const follower of followers) attach(follower)
      if (closing.signal.aborted) call.cancel()
    })
  }

  function attach(follower: Follower, start = follower.position + 1n): void {
    if (!stream || follower.id !== undefined) return
    follower.start = start
    lastId += 1
    follower.id = String(lastId)
    follower.askedBefore = asked
    byId.set(follower.id, follower)
    stream.write({
      createRequest: {
        ...follower.keys,
        startRevision: String(start),
        prevKv: true,
        watchId: follower.id,
        fragment: true,
      },
    })
    if (isBehind(follower)) startPolling()
  }

  function detach(follower: Follower): void {
    if (follower.id === undefined) return
    byId.delete(follower.id)
    stream?.write({ cancelRequest: { watchId: follower.id } })
    follower.id = undefined
    follower.since = undefined
    follower.parts = []
  }

  function end(follower: Follower, refusal?: unknown): void {
    detach(follower)
    followers.delete(follower)
    follower.backlog.end(refusal)
  }

  function receive(answer: WatchResponse): void {
    const revision = BigInt(String(answer.header.revision))
    const follower = byId.get(String(answer.watchId))
    if (answer.canceled) {
      if (follower) end(follower, cancelled(answer))
    } else if (answer.created) {
      if (follower) follower.since = revision
    } else if (answer.events.length === 0) progress(revision)
    else if (follower) deliver(follower, answer)
  }

  /**
   * Handles a progress response: every watch on the stream at that time has received all changes up
   * to the revision.
   */
  function progress(revision: bigint): void {
    answered += 1
    for (const follower of byId.values()) {
      if (follower.position >= revision || !wasThere(follower, revision)) continue
      follower.position = revision
      follower.backlog.push({ passed: String(revision) as Revision })
    }
  }

  // A progress response may overtake the confirmation that a watch was created, does not name its
  // request, and may be omitted. But etcd creates watches and handles progress requests in the
  // order of the requests. So the watch existed if the revision has grown since its creation, or if
  // more progress responses have arrived than were requested before the watch.
  const wasThere = ({ since, askedBefore }: Follower, revision: bigint) =>
    since !== undefined && (revision > since || answered > askedBefore)

  function deliver(follower: Follower, { events, fragment }: WatchResponse): void {
    follower.parts = follower.parts.concat(events)
    if (fragment) return
    const fresh = follower.parts.filter(({ kv }) => revisionOf(kv) > follower.position)
    follower.parts = []
    for (const event of fresh) {
      const change = space.change(event)
      if (!change) return lose(follower)
      follower.backlog.push({ change })
      follower.position = revisionOf(event.kv)
    }
    if (follower.backlog.size() > backlogMax) detach(follower)
  }

  /** A change has arrived without its previous value, which was compacted in between. */
  function lose(follower: Follower): void {
    detach(follower)
    void checkReadable(String(follower.position) as Revision).then(
      () => end(follower, new Compacted(String(follower.position + 1n) as Revision)),
      (refusal: unknown) => end(follower, refusal),
    )
  }

  // A follower whose reader is too slow is off the stream. It waits for the reader, not for etcd.
  const isBehind = ({ position, id }: Follower) =>
    position < target && (id !== undefined || stream === undefined)

  function startPolling(): void {
    if (reportsProgress) polling ??= setInterval(pollProgress, pollMs).unref()
  }

  function pollProgress(): void {
    if (![...followers].some(isBehind)) {
      clearInterval(polling)
      polling = undefined
      return
    }
    // etcd reports no progress while a watch of the stream starts at a future revision. Such a
    // watch is restarted at its position, whose change it has already received. That takes up to
    // 100 ms, so it is not done at the first attempt.
    for (const follower of byId.values()) {
      if (follower.since === undefined || follower.start <= target) continue
      detach(follower)
      attach(follower, follower.position)
    }
    askForProgress()
  }

  function askForProgress(): void {
    stream?.write({ progressRequest: {} })
    asked += 1
  }

  return {
    follow(keys, after) {
      const follower = followerOf(keys, after)
      followers.add(follower)
      attach(follower)
      void run()
      return follower
    },

    resume(follower) {
      if (followers.has(follower)) attach(follower)
    },

    leave: end,

    requestProgress(to) {
      if (BigInt(to) > target) target = BigInt(to)
      if (![...followers].some(isBehind)) return
      startPolling()
      if (polling) askForProgress()
    },

    close() {
      closing.abort()
      clearInterval(polling)
      for (const follower of followers) end(follower)
      stream?.cancel()
    },
  }
}

const revisionOf = ({ modRevision }: { modRevision: { toString(): string } }) =>
  BigInt(String(modRevision))

function cancelled({ compactRevision, cancelReason }: WatchResponse): Compacted | Unavailable {
  const oldest = String(compactRevision)
  return oldest === '0'
    ? new Unavailable(`etcd ended a watch: ${cancelReason}`, { effect: 'none' })
    : new Compacted(oldest as Revision)
}
