// Limits the cost of validating an object by a schema. Clients write both, and even a short list of
// alternatives in the schema is checked for each of many values.

import { yieldToEventLoop, type ResumableTask } from '../lib/event-loop.ts'

export { runToEnd, type ResumableTask } from '../lib/event-loop.ts'

/** Limits the steps of an evaluation, and decides when it must let other work run. */
export type ComputeBudget = {
  /** Counts steps. Returns whether it is time to let other work run. */
  readonly spendAndCheck: (steps: number) => boolean
  /** Whether the budget is used up. */
  readonly isOver: () => boolean
}

/** The part of a budget that a walk without a step limit needs. */
export type StepCounter = Pick<ComputeBudget, 'spendAndCheck'>

/** For walks that are known to be short. */
export const unmetered: StepCounter = { spendAndCheck: () => false }

/** Returns a budget of `stepsMax` steps, in turns of `turnMs` milliseconds. */
export function computeBudget(stepsMax: number, turnMs: number): ComputeBudget {
  let left = stepsMax
  let unlooked = 0
  let workedMs = 0
  let start: number | undefined
  return {
    spendAndCheck(steps) {
      // The clock starts anew after a pause, so that other work does not count.
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

// Steps differ in cost: expressions that do not fit into the cache are compiled each time.
const workedMsMax = 10_000

// Reading the clock takes as long as a step.
const stepsBetweenLooks = 50

/** Runs a walk to its end and yields to the event loop in between. */
export async function runWithYields<T>(task: ResumableTask<T>): Promise<T> {
  for (;;) {
    const step = task.next()
    if (step.done) return step.value
    await yieldToEventLoop()
  }
}
