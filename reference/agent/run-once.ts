// AGENT-227: an agent that ends when the pods of its manifests run.

import type { Clock } from '../api/clock.ts'
import type { Pods } from './pods.ts'

const periodMs = 100
// A pod whose containers do not start by then is reported as a failure.
const longestMs = 300_000

/** Calls `end` with 0 when all pods run or have ended, with 1 if they do not in time. */
export function endWhenPodsRun(
  pods: Pick<Pods, 'isSettled'>,
  {
    clock,
    log,
    end,
  }: {
    clock: Pick<Clock, 'steady' | 'after'>
    log: (line: string) => void
    end: (code: number) => void
  },
): () => void {
  const beganMs = clock.steady()
  let cancel = clock.after(periodMs, look)
  function look(): void {
    if (pods.isSettled()) {
      log('all pods run: the agent ends')
      return end(0)
    }
    if (clock.steady() - beganMs > longestMs) {
      log('some pods do not run: the agent ends')
      return end(1)
    }
    cancel = clock.after(periodMs, look)
  }
  return () => cancel()
}
