// What judging an object by a schema may cost. Both are written by clients, and a short list of
// choices in the schema is gone through for each of many values.

import { yieldToEventLoop, type ResumableTask } from '../lib/event-loop.ts'

export { runToEnd as atOnce, type ResumableTask as Walk } from '../lib/event-loop.ts'

export type ComputeBudget = {
  /** Counts steps; whether it is time to let others run. */
  readonly spend: (steps: number) => boolean
  /** Whether all steps are used up. */
  readonly isOver: () => boolean
}

/** What a walk asks for when its steps need no bound of their own. */
export type StepCounter = Pick<ComputeBudget, 'spend'>

/** For walks that are known to be short. */
export const unmetered: StepCounter = { spend: () => false }

/** Up to a number of steps, in turns of some milliseconds. */
export function computeBudget(stepsMax: number, turnMs: number): ComputeBudget {
  let left = stepsMax
  let unlooked = 0
  let workedMs = 0
  let start: number | undefined
  return {
    spend(steps) {
      // What others do between two turns is no work of this one.
      start ??= performance.now()
      left -= steps
      unlooked += steps
      if (unlooked < stepsBetweenLooks) return false
      unlooked = 0
      const now = performance.now()
      if (now - start < turnMs) return false
      workedMs += now - start
      start = undefined
      return true
    },
    isOver: () => left < 0 || workedMs > workedMsMax,
  }
}

// Not all steps are alike: expressions that are too many to be kept are read again each time.
const workedMsMax = 10_000

// A look at the clock takes as long as a step.
const stepsBetweenLooks = 50

/** The end of a walk, with others heard in between. */
export async function runInTurns<T>(walk: ResumableTask<T>): Promise<T> {
  for (;;) {
    const step = walk.next()
    if (step.done) return step.value
    await yieldToEventLoop()
  }
}
