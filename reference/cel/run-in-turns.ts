import { yieldToEventLoop } from '../lib/event-loop.ts'
import type { CompiledExpression, Frame } from './scope.ts'
import { CelRuntimeError } from './values.ts'

// A client may choose how long an expression runs.
const turnMs = 3
/** The message of genuine servers. Logical operators do not ignore this error. */
export const costExceeded = 'operation cancelled: actual cost limit exceeded'

// Reading the clock takes as long as a step.
const stepsBetweenLooks = 50

/**
 * Resolves to the value of an expression, which runs in turns. Rejects with a CelRuntimeError if it
 * has none, or takes more than `stepsMax` steps. `count` is told the steps.
 */
export async function runInTurns(
  { run, walk }: Pick<CompiledExpression, 'run' | 'walk'>,
  frame: Frame,
  stepsMax: number,
  count: (steps: number) => void = () => undefined,
): Promise<unknown> {
  let steps = 0
  let looked = 0
  let startedMs = performance.now()
  const spend = (more: number) => {
    steps += more
    count(more)
    if (steps > stepsMax) throw new CelRuntimeError(costExceeded)
  }
  const isDue = () => {
    if (steps - looked < stepsBetweenLooks) return false
    looked = steps
    return performance.now() - startedMs > turnMs
  }
  if (!walk) return run(frame, { spend })
  const turns = walk(frame, { spend, isDue })
  for (;;) {
    const turn = turns.next()
    if (turn.done) return turn.value
    await yieldToEventLoop()
    startedMs = performance.now()
  }
}
