// The variables of a policy: expressions that are evaluated when they are first read.

import { runToEnd } from '../lib/event-loop.ts'
import type { Budget } from './overloads.ts'
import type { CompiledExpression, EvaluationSteps, Frame } from './scope.ts'
import { CelRuntimeError } from './values.ts'

/** The values of variables for one request. Each variable is evaluated at most once. */
export class LazyVariables {
  readonly #variables: ReadonlyMap<string, CompiledExpression>
  readonly #frame: Frame
  readonly #budget: () => Budget
  readonly #known = new Map<string, unknown>()

  /**
   * `frame` returns the values that the expressions use. Each expression has its own budget, which
   * `budget` makes.
   */
  constructor(
    variables: ReadonlyMap<string, CompiledExpression>,
    frame: Frame,
    budget: () => Budget,
  ) {
    this.#variables = variables
    this.#frame = frame
    this.#budget = budget
  }

  /** Returns the value of a variable; undefined if there is none. @throws CelRuntimeError */
  get(name: string): unknown {
    return runToEnd(this.walk(name))
  }

  /** Evaluates a variable, with pauses when `isDue`. @throws CelRuntimeError */
  *walk(name: string, isDue?: () => boolean): EvaluationSteps {
    const compiled = this.#variables.get(name)
    if (!compiled || this.#known.has(name)) return this.#known.get(name)
    const frame = [...this.#frame]
    const budget = { ...this.#budget(), ...(isDue && { isDue }) }
    try {
      const { walk, run } = compiled
      const value = walk ? yield* walk(frame, budget) : run(frame, budget)
      this.#known.set(name, value)
      return value
    } catch (error) {
      if (!(error instanceof CelRuntimeError)) throw error
      const reason = `composited variable "${name}" fails to evaluate: ${error.message}`
      throw new CelRuntimeError(reason)
    }
  }
}
