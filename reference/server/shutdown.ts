// The end of a server: first it says that it is not ready, then it takes nothing new, then it is gone.

import type { Controller, Parts } from '../parts/parts.ts'
import type { Listening } from '../http/listen.ts'

export type ShutdownControl = {
  /** Serves for as long as it is set to although it is not ready any more, and closes. */
  shutdown(): Promise<void>
  /** Ends the server now: no new requests, a bounded time for those that run. */
  close(): Promise<void>
}

type Running = { listening: Listening; collector: Controller; at: Parts }

/** The two ways in which a server ends; whichever is taken later ends it no later (HEALTH-023). */
export function shutdownControlOf(running: Running): ShutdownControl {
  const { lifecycle, clock, limits } = running.at
  let closing: Promise<void> | undefined
  let endDelay = () => {}

  function close(): Promise<void> {
    lifecycle.enter('closing')
    endDelay()
    return (closing ??= closeAll(running))
  }

  async function shutdown(): Promise<void> {
    lifecycle.enter('leaving')
    await new Promise<void>(resolve => {
      const cancel = clock.after(limits.shutdownDelayMs, resolve)
      endDelay = () => {
        cancel()
        resolve()
      }
      if (lifecycle.phase === 'closing' || limits.shutdownDelayMs === 0) endDelay()
    })
    return close()
  }

  return { shutdown, close }
}

async function closeAll({ listening, collector, at }: Running): Promise<void> {
  const { store, watchCache, openStreams, limits } = at
  const late = setTimeout(listening.destroy, limits.closeWaitMs)
  openStreams.endAll()
  collector.close()
  // Meanwhile those who come are told to come again, which they know what to do about.
  await listening.drained()
  await listening.close()
  clearTimeout(late)
  await watchCache.close()
  await store.close()
}
