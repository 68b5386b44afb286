import type { Size, Sized } from './size-estimates.ts'
import type { Literal } from './expression.ts'
import type { CelType } from './cel-type.ts'

/** An argument of a call: what is known of it before it has a value. */
export type CallArgument = Sized & { readonly type: CelType; readonly literal?: Literal }

/** How many steps a call takes, and how large its result is where anybody knows. */
export type CostEstimate = { readonly cost: number; readonly size?: Size }

/** What a call takes; `itemOf` says how large the items of a list are. */
export type CostRule = (
  args: readonly CallArgument[],
  itemOf: (list: CallArgument) => Size,
) => CostEstimate
