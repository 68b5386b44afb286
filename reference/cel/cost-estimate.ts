import type { Size, Sized } from './size-estimates.ts'
import type { Literal } from './expression.ts'
import type { CelType } from './cel-type.ts'

/** The information about an argument of a call before it has a value. */
export type CallArgument = Sized & { readonly type: CelType; readonly literal?: Literal }

/** The steps of a call, and the size of its result if known. */
export type CostEstimate = { readonly cost: number; readonly size?: Size }

/** Estimates a call. `itemOf` returns the size of the items of a list. */
export type CostRule = (
  args: readonly CallArgument[],
  itemOf: (list: CallArgument) => Size,
) => CostEstimate
