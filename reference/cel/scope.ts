import type { Budget } from './overloads.ts'
import type { Sized } from './size-estimates.ts'
import type { Literal } from './expression.ts'
import { type CelType, dyn } from './cel-type.ts'

/** What the names in an expression stand for while it runs, by their places. */
export type Frame = unknown[]

/** A run that stops where others should be heard. */
export type EvaluationSteps = Generator<undefined, unknown>

/** An expression that has been checked. */
export type CompiledExpression = Sized & {
  readonly type: CelType
  readonly run: (frame: Frame, budget: Budget) => unknown
  /** The same in turns, where it may take long. */
  readonly walk?: (frame: Frame, budget: Budget) => EvaluationSteps
  /** How many steps it takes at most. */
  readonly cost: number
  /** Of what is written out. */
  readonly literal?: Literal
  /** Whether its value is known before it runs. */
  readonly isConstant?: boolean
}

export type Variable = Sized & { readonly type: CelType; readonly place: number }

/** The names that can be used at a place, and how many places there are. */
export type Scope = {
  readonly names: ReadonlyMap<string, Variable>
  readonly places: { count: number }
  readonly used: Set<string>
  /** Whether lists and maps may hold values of several types. */
  readonly takesMixed?: boolean
  /** The type of the value that a rule stands at: it says how large its parts are. */
  readonly root: CelType
}

export const scopeOf = (variables: { readonly [name: string]: CelType }): Scope => ({
  names: new Map(
    Object.entries(variables).map(
      ([name, type], place) => [name, { type, place, path: [name] }] as const,
    ),
  ),
  places: { count: Object.keys(variables).length },
  used: new Set(),
  root: variables.self ?? dyn,
})

/** A scope with one name more, and the place of its value. */
export function withVariable(
  scope: Scope,
  name: string,
  known: Sized & { readonly type: CelType },
): { scope: Scope; place: number } {
  const place = scope.places.count
  scope.places.count += 1
  const names = new Map([...scope.names, [name, { ...known, place }]])
  return { scope: { ...scope, names }, place }
}
