// Evaluates expressions that walk long lists as generators, so that other work can run in between.
// All other expressions are evaluated directly, which takes a fraction of the time.

import type { Budget } from './overloads.ts'
import type { CompiledExpression, Frame, EvaluationSteps } from './scope.ts'

type Evaluation = (frame: Frame, budget: Budget) => EvaluationSteps

const runningToEnd =
  (walk: Evaluation): CompiledExpression['run'] =>
  (frame, budget) => {
    const steps = walk(frame, budget)
    for (;;) {
      const step = steps.next()
      if (step.done) return step.value
    }
  }

/** Returns the evaluation of a loop, which can pause between two items. */
export const resumable = (walk: Evaluation): Pick<CompiledExpression, 'run' | 'walk'> => ({
  run: runningToEnd(walk),
  walk,
})

/**
 * Returns the evaluation of an expression that decides which operands it evaluates. It can pause
 * where an operand can.
 */
export const evaluateLazily = (
  parts: readonly CompiledExpression[],
  walk: Evaluation,
): Pick<CompiledExpression, 'run' | 'walk'> =>
  parts.some(part => part.walk) ? resumable(walk) : { run: runningToEnd(walk) }

/** Returns the evaluation of an expression that needs the values of all operands. */
export function evaluateStrictly(
  parts: readonly CompiledExpression[],
  act: (values: readonly unknown[], budget: Budget) => unknown,
): Pick<CompiledExpression, 'run' | 'walk'> {
  const run: CompiledExpression['run'] = (frame, budget) =>
    act(
      parts.map(part => part.run(frame, budget)),
      budget,
    )
  if (!parts.some(part => part.walk)) return { run }
  return {
    run,
    *walk(frame, budget) {
      const values: unknown[] = []
      for (const part of parts) {
        values.push(part.walk ? yield* part.walk(frame, budget) : part.run(frame, budget))
      }
      return act(values, budget)
    },
  }
}
