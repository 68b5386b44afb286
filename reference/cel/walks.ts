// Expressions that go through long lists are left and taken up again, so that others are heard
// meanwhile; all else is run in one go, which takes a fraction of the time.

import type { Budget } from './overloads.ts'
import type { Compiled, Frame, Walk } from './scope.ts'

type Evaluation = (frame: Frame, budget: Budget) => Walk

const atOnce =
  (walk: Evaluation): Compiled['run'] =>
  (frame, budget) => {
    const steps = walk(frame, budget)
    for (;;) {
      const step = steps.next()
      if (step.done) return step.value
    }
  }

/** A loop, which can be left between two items. */
export const inTurns = (walk: Evaluation): Pick<Compiled, 'run' | 'walk'> => ({
  run: atOnce(walk),
  walk,
})

/** What decides by itself which of its parts have a value; it can be left where one of them can. */
export const lazily = (
  parts: readonly Compiled[],
  walk: Evaluation,
): Pick<Compiled, 'run' | 'walk'> =>
  parts.some(part => part.walk) ? inTurns(walk) : { run: atOnce(walk) }

/** What needs the values of all of its parts. */
export function strictly(
  parts: readonly Compiled[],
  act: (values: readonly unknown[], budget: Budget) => unknown,
): Pick<Compiled, 'run' | 'walk'> {
  const run: Compiled['run'] = (frame, budget) =>
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
