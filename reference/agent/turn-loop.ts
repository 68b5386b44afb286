// Runs the turns of a worker: one at a time, and another one if something happened meanwhile.

import type { Clock } from '../api/clock.ts'

export type TurnLoop = {
  /**
   * Requests a turn. It begins before `poke` returns, or if a turn is under way, after that one.
   * Several requests during a turn are one.
   */
  readonly poke: () => void
  /** Requests a turn at a time of the steady clock, instead of the time that was set before. */
  readonly wakeAt: (atMs: number) => void
  /** Makes `stop` wait for what a turn has begun. */
  readonly follow: (begun: Promise<void>) => void
  /** Whether no more turns begin. A turn that has awaited something has to look. */
  readonly isStopped: () => boolean
  /** Resolves when nothing is under way. No turn begins any more. */
  readonly stop: () => Promise<void>
}

export function turnLoop(
  clock: Pick<Clock, 'steady' | 'after'>,
  turn: () => Promise<void>,
): TurnLoop {
  const underWay = new Set<Promise<void>>()
  let isStopped = false
  let isTurning = false
  let isPoked = false
  let cancelTimer = () => {}

  async function turns(): Promise<void> {
    while (isPoked && !isStopped) {
      isPoked = false
      await turn()
    }
  }

  function poke(): void {
    if (isStopped) return
    isPoked = true
    if (isTurning) return
    isTurning = true
    const done = turns().finally(() => {
      isTurning = false
      underWay.delete(done)
      if (isPoked) poke()
    })
    underWay.add(done)
  }

  return {
    poke,
    wakeAt(atMs) {
      cancelTimer()
      cancelTimer = () => {}
      if (!Number.isFinite(atMs)) return
      cancelTimer = clock.after(Math.max(1, atMs - clock.steady()), poke)
    },
    follow(begun) {
      underWay.add(begun)
      void begun.finally(() => underWay.delete(begun))
    },
    isStopped: () => isStopped,
    async stop() {
      isStopped = true
      cancelTimer()
      while (underWay.size > 0) await Promise.allSettled(underWay)
    },
  }
}
