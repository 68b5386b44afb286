// What sinks have in common: a way to deliver events, and the count of those that are lost.

import type { AuditCounts, AuditSinkContext, EncodedEvent } from '../api/audit.ts'

/** Delivers events to their place. */
export type Delivery = {
  /** @throws Error if the place cannot be used */
  readonly open: (context: AuditSinkContext) => Promise<void>
  /** Rejects with an Error if events are lost. */
  readonly deliver: (events: readonly EncodedEvent[]) => Promise<void>
  readonly close: () => Promise<void>
}

/** Events that wait are bounded in bytes, because one of them may hold two large objects. */
export const waitingBytesMax = 64 * 1024 * 1024

// A sink that loses every event must not fill the log of the server as well.
const logEveryMs = 10_000

/** The counts of a sink. Losses are logged, at most every ten seconds. */
export type LossCounter = {
  readonly take: () => void
  readonly lose: (events: number, because: string) => void
  readonly counts: () => AuditCounts
}

/** Creates the counter of a sink. `context` returns undefined until the sink is open. */
export function lossCounter(
  name: string,
  context: () => AuditSinkContext | undefined,
): LossCounter {
  let taken = 0
  let lost = 0
  let lostAndNotTold = 0
  let toldAtMs = -Infinity
  return {
    take: () => void (taken += 1),
    lose: (events, because) => {
      lost += events
      lostAndNotTold += events
      const { clock, log } = context() ?? {}
      if (!clock || !log || clock.steady() - toldAtMs < logEveryMs) return
      log(`audit sink ${name}: ${lostAndNotTold} events are lost: ${because}`)
      toldAtMs = clock.steady()
      lostAndNotTold = 0
    },
    counts: () => ({ taken, lost }),
  }
}

export const reasonOf = (problem: unknown): string =>
  problem instanceof Error ? problem.message : String(problem)

// A place that hangs must not keep the server from closing.
const closeMsMax = 2000

/** Resolves when the end of a sink has come, or has taken too long. */
export const within = (
  end: Promise<void>,
  context: Pick<AuditSinkContext, 'clock'> | undefined,
): Promise<void> =>
  new Promise(resolve => {
    const cancel = context?.clock.after(closeMsMax, resolve)
    void end
      .catch(() => {})
      .then(() => {
        cancel?.()
        resolve()
      })
  })
