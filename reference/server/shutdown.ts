// Shuts a server down: first it reports that it is not ready, then it refuses new requests, then it
// closes.

import type { Controller, Parts } from '../parts/parts.ts'
import type { Listening } from '../http/listen.ts'

export type ShutdownControl = {
  /** Reports that it is not ready, serves for `shutdownDelayMs`, and closes. */
  shutdown(): Promise<void>
  /** Closes the server now: no new requests, a limited time for running ones. */
  close(): Promise<void>
}

type Running = { listening: Listening; controllers: Controller; parts: Parts }

/**
 * Returns the two ways to end a server. `close` also ends a shutdown that is in its delay
 * (HEALTH-023).
 */
export function shutdownControlOf(running: Running): ShutdownControl {
  const { lifecycle, clock, limits } = running.parts
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

async function closeAll({ listening, controllers, parts }: Running): Promise<void> {
  const { store, watchCache, openStreams, limits } = parts
  const late = setTimeout(listening.destroy, limits.closeWaitMs)
  openStreams.endAll()
  controllers.close()
  // Meanwhile, new requests are answered with 429 and Retry-After.
  await listening.drained()
  await listening.close()
  clearTimeout(late)
  // After the events of the last requests.
  await Promise.all(parts.audit?.sinks.map(sink => sink.close()) ?? [])
  await parts.tracing?.exporter.close()
  await watchCache.close()
  // The last requests and events have been encrypted and decrypted.
  parts.encryption.close()
  await store.close()
}
