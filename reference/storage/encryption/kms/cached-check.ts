// Keeps the result of a check for a while, so that many probes make one call.

import type { Clock } from '../../../api/clock.ts'

/** How long results are kept, in milliseconds. */
export type CheckCacheTimes = { readonly successMs: number; readonly failureMs: number }

/**
 * Returns a check that repeats the last result while it is kept. Calls during a check share it.
 */
export function cachedCheck(
  check: () => Promise<void>,
  { successMs, failureMs }: CheckCacheTimes,
  { steady }: Pick<Clock, 'steady'>,
): () => Promise<void> {
  let last: { until: number; result: Promise<void> } | undefined
  let pending: Promise<void> | undefined

  async function run(): Promise<void> {
    try {
      await check()
      last = { until: steady() + successMs, result: Promise.resolve() }
    } catch (problem) {
      const result = Promise.reject(problem as Error)
      result.catch(() => {})
      last = { until: steady() + failureMs, result }
      throw problem
    } finally {
      pending = undefined
    }
  }

  return () => {
    if (pending) return pending
    if (last && steady() < last.until) return last.result
    return (pending = run())
  }
}
