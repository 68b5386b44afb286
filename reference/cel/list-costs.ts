// The costs of calls that walk whole lists, counted as by the genuine server: one step for the
// call, and ten for a list that is created.

import type { CostRule } from './cost-estimate.ts'
import { exactSize, multiplySizes, type Size, sizeOf } from './size-estimates.ts'
import type { Literal } from './expression.ts'

const creationCost = (size: Size, factor = 1) => ({ cost: Math.ceil(size.max * factor) + 11, size })

/** Returns an integer literal, or the fallback. */
const written = (literal: Literal | undefined, otherwise: number): number =>
  typeof literal === 'bigint' ? Math.max(0, Number(literal)) : otherwise

/**
 * Each item is compared with each other, and the result is taken to be as long as the number of
 * pairs.
 */
const sorted =
  (index: number): CostRule =>
  args => {
    const list = args[index]
    const size = list ? sizeOf(list) : exactSize(0)
    const is = list?.type.of?.[0]?.is
    const isScalar = is !== 'string' && is !== 'bytes' && is !== 'dyn'
    return creationCost(multiplySizes(size, size), isScalar ? 2 : 2.1)
  }

const compared =
  (factor: number): CostRule =>
  ([a, b]) => {
    const pairs = a && b ? multiplySizes(sizeOf(a), sizeOf(b)) : exactSize(0)
    return { cost: pairs.max * factor + 1 }
  }

export const listCosts: { readonly [called: string]: CostRule } = {
  slice: ([list, from, to]) => {
    const end = written(to?.literal, list ? sizeOf(list).max : 0)
    const length = end - written(from?.literal, 0)
    return creationCost(exactSize(length < 0 ? Number.POSITIVE_INFINITY : length))
  },
  'lists.range': ([count]) =>
    creationCost(exactSize(written(count?.literal, Number.POSITIVE_INFINITY))),
  reverse: ([list]) => creationCost(list ? sizeOf(list) : exactSize(0)),
  flatten: ([list, depth]) =>
    creationCost(
      list ? sizeOf(list) : exactSize(0),
      depth ? written(depth.literal, Number.POSITIVE_INFINITY) : 1,
    ),
  distinct: ([list]) => {
    const size = list ? sizeOf(list) : exactSize(0)
    return creationCost(multiplySizes(size, size), 2)
  },
  sort: sorted(0),
  '@sortByAssociatedKeys': sorted(1),
  'sets.contains': compared(1),
  'sets.intersects': compared(1),
  'sets.equivalent': compared(2),
}
