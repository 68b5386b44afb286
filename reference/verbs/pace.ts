import { setImmediate } from 'node:timers/promises'

/**
 * Lets others run, but only once a request has worked for so long (in ms) since they last could.
 * What a step takes depends on the sizes that a client chose; a step itself is never interrupted.
 */
export function pace(turnMs: number): () => Promise<void> {
  let startedMs = performance.now()
  return async () => {
    if (performance.now() - startedMs < turnMs) return
    await setImmediate()
    startedMs = performance.now()
  }
}
