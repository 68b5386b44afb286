// Expressions that go through long lists are left and taken up again, so that others are heard
// meanwhile; all else is run in one go, which takes a fraction of the time.

import type { Budget } from './overloads.ts'
import type { CompiledExpression, Frame, EvaluationSteps } from './scope.ts'

type Evaluation = (frame: Frame, budget: Budget) => EvaluationSteps

const atOnce =
  (walk: Evaluation): CompiledExpression['run'] =>
  (frame, budget) => {
    const steps = walk(frame, budget)
    for (;;) {
      const step = steps.next()
      if (step.done) return step.value
    }
  }

/** A loop, which can be left between two items. */
export const resumable = (walk: Evaluation): Pick<CompiledExpression, 'run' | 'walk'> => ({
  run: atOnce(walk),
  walk,
})

/** What decides by itself which of its parts have a value; it can be left where one of them can. */
export const evaluateLazily = (
  parts: readonly CompiledExpression[],
  walk: Evaluation,
): Pick<CompiledExpression, 'run' | 'walk'> =>
  parts.some(part => part.walk) ? resumable(walk) : { run: atOnce(walk) }

/** What needs the values of all of its parts. */
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
