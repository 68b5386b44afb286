import type { Parts, ResourceCall } from '../../parts/parts.ts'
import type { EndSignal } from '../../api/request.ts'
import type { WatchOptions, WatchTime } from '../../api/watch.ts'
import { isTypeRemoved, onTypeRemoved } from '../type-removal.ts'

/**
 * The lifetime of a watch. It ends with its timeout, when the client disconnects, when the type is
 * removed, or when the server closes.
 */
export type WatchLifetime = EndSignal & {
  readonly lifetimeMs: number
  readonly elapsedMs: () => number
  readonly end: () => void
}

export function watchLifetimeOf(
  { http, resource, parts }: ResourceCall,
  lifetimeMs: number,
): WatchLifetime {
  const { clock, openStreams: streams } = parts
  const startedAt = clock.steady()
  let runs: (() => void)[] = []
  const end = () => {
    if (lifetime.hasEnded) return
    lifetime.hasEnded = true
    const atEnd = runs
    runs = []
    for (const run of atEnd) run()
    stop()
    close()
    forget()
  }
  // A member and no accessor: an object literal with accessors takes three times the memory.
  const lifetime = {
    hasEnded: false,
    onEnd: (run: () => void) => (lifetime.hasEnded ? run() : void runs.push(run)),
    lifetimeMs,
    elapsedMs: () => clock.steady() - startedAt,
    end,
  }
  const stop = clock.after(Math.max(lifetimeMs, 0), end)
  const close = streams.add(end)
  const forget = onTypeRemoved(resource, parts, end)
  http.client.onLeft(end)
  if (lifetimeMs <= 0 || isTypeRemoved(resource, parts)) end()
  return lifetime
}

// The longest delay of a timer in Node.js.
const timerMsMax = 2 ** 31 - 1

/** Returns the timeout of the client, or a random 30 to 60 minutes, so that watches end apart. */
export function watchLifetimeMs(
  { timeoutSeconds }: Pick<WatchOptions, 'timeoutSeconds'>,
  parts: Pick<Parts, 'ids'>,
): number {
  if (timeoutSeconds === 0n) return (30 + 30 * parts.ids.random()) * 60_000
  return Math.min(Number(timeoutSeconds) * 1000, timerMsMax)
}

// Clients that measure the time themselves could miss a bookmark that is sent at the very end.
const lastBookmarkMs = 2000

/**
 * Returns when the next bookmark is due, in milliseconds from the start of the watch: at regular
 * intervals, and once shortly before the end (WATCH-030).
 */
export function nextBookmarkMs({ elapsedMs, lifetimeMs }: WatchTime, intervalMs: number): number {
  const regular = elapsedMs + intervalMs
  const last = lifetimeMs - Math.min(lastBookmarkMs, lifetimeMs / 2)
  // A rest of less than a millisecond is a rounding error: the last bookmark has been sent.
  return last - elapsedMs >= 1 ? Math.min(last, regular) : regular
}
