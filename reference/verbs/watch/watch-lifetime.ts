import type { Parts, ResourceCall } from '../../parts/parts.ts'
import type { EndSignal } from '../../api/request.ts'
import type { WatchOptions } from '../../api/watch.ts'
import { isTypeRemoved, onTypeRemoved } from '../type-removal.ts'

/**
 * How long a watch lasts: until its time is over, its client has left, its type is gone, or the
 * server closes.
 */
export type WatchLifetime = EndSignal & {
  readonly lifetimeMs: number
  readonly elapsedMs: () => number
  readonly end: () => void
}

export function watchLifetimeOf(
  { http, resource, at }: ResourceCall,
  lifetimeMs: number,
): WatchLifetime {
  const { clock, openStreams: streams } = at
  // Nothing else of the request is held as long as its watch lasts.
  const { signal: left } = http
  const startedAt = clock.steady()
  let runs: (() => void)[] | undefined = []
  const end = () => {
    const atEnd = runs
    if (!atEnd) return
    runs = undefined
    for (const run of atEnd) run()
    stop()
    close()
    forget()
    left.removeEventListener('abort', end)
  }
  const stop = clock.after(Math.max(lifetimeMs, 0), end)
  const close = streams.add(end)
  const forget = onTypeRemoved(resource, at, end)
  left.addEventListener('abort', end)
  if (left.aborted || lifetimeMs <= 0 || isTypeRemoved(resource, at)) end()
  return {
    get hasEnded() {
      return runs === undefined
    },
    onEnd: run => (runs ? void runs.push(run) : run()),
    lifetimeMs,
    elapsedMs: () => clock.steady() - startedAt,
    end,
  }
}

// What a timer can hold.
const timerMsMax = 2 ** 31 - 1

/** The time that the client sets, or 30 to 60 minutes, so that watches do not all end at once. */
export function watchLifetimeMs(
  { timeoutSeconds }: Pick<WatchOptions, 'timeoutSeconds'>,
  at: Pick<Parts, 'ids'>,
): number {
  if (timeoutSeconds === 0n) return (30 + 30 * at.ids.random()) * 60_000
  return Math.min(Number(timeoutSeconds) * 1000, timerMsMax)
}

// A bookmark that comes with the end may be too late for a client that counts the time itself.
const lastBookmarkMs = 2000

/**
 * When the next bookmark is due, counted from the start of the watch: in regular intervals, and
 * once shortly before its end (WATCH-030).
 */
export function nextBookmarkMs(
  { elapsedMs, lifetimeMs }: { elapsedMs: number; lifetimeMs: number },
  intervalMs: number,
): number {
  const regular = elapsedMs + intervalMs
  const last = lifetimeMs - Math.min(lastBookmarkMs, lifetimeMs / 2)
  // What is left of less than a millisecond is rounding: the bookmark that is due has been sent.
  return last - elapsedMs >= 1 ? Math.min(last, regular) : regular
}
