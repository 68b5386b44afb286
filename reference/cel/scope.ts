import type { Budget } from './overloads.ts'
import type { CelType } from './types.ts'

/** What the names in an expression stand for while it runs, by their places. */
export type Frame = unknown[]

/** An expression that has been checked. */
export type Compiled = {
  readonly type: CelType
  readonly run: (frame: Frame, budget: Budget) => unknown
  /** How many steps it takes at most. */
  readonly cost: number
}

export type Variable = { readonly type: CelType; readonly place: number }

/** The names that can be used at a place, and how many places there are. */
export type Scope = {
  readonly names: ReadonlyMap<string, Variable>
  readonly places: { count: number }
  readonly used: Set<string>
}

export const scopeOf = (variables: { readonly [name: string]: CelType }): Scope => ({
  names: new Map(
    Object.entries(variables).map(([name, type], place) => [name, { type, place }] as const),
  ),
  places: { count: Object.keys(variables).length },
  used: new Set(),
})

/** A scope with one name more, and the place of its value. */
export function within(scope: Scope, name: string, type: CelType): { scope: Scope; place: number } {
  const place = scope.places.count
  scope.places.count += 1
  return { scope: { ...scope, names: new Map([...scope.names, [name, { type, place }]]) }, place }
}
