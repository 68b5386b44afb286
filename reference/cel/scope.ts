import type { Budget } from './overloads.ts'
import type { Sized } from './size-estimates.ts'
import type { Literal } from './expression.ts'
import { type CelType, dyn } from './cel-type.ts'

/** The values of the variables at run time, by place. */
export type Frame = unknown[]

/** An evaluation that pauses so that other work can run. */
export type EvaluationSteps = Generator<undefined, unknown>

/** A compiled expression. */
export type CompiledExpression = Sized & {
  readonly type: CelType
  readonly run: (frame: Frame, budget: Budget) => unknown
  /** The resumable evaluation, if it may take long. */
  readonly walk?: (frame: Frame, budget: Budget) => EvaluationSteps
  /** The maximum number of steps. */
  readonly cost: number
  /** The value of a literal. */
  readonly literal?: Literal
  /** Whether the value is known at compile time. */
  readonly isConstant?: boolean
}

export type Variable = Sized & { readonly type: CelType; readonly place: number }

/** The variables that are visible at a place, and the number of places. */
export type Scope = {
  readonly names: ReadonlyMap<string, Variable>
  readonly places: { count: number }
  readonly used: Set<string>
  /** Whether lists and maps may have elements of several types. */
  readonly takesMixed?: boolean
  /** Whether names of variables may contain dots. */
  readonly hasDottedNames?: boolean
  /** Whether expressions may construct the messages of patches. */
  readonly hasPatchTypes?: boolean
  /** The type of the value to which a rule applies. Sizes of nested values are taken from it. */
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

/** Returns a scope with an additional variable, and the place of its value. */
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
