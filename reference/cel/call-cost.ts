// Estimates how many steps a call takes, and the size of its result. Definitions are accepted or
// refused by the maximum cost, so the numbers are those of the genuine server: a character of a
// text costs a tenth of a step, and a value of unknown size is taken as infinite.

import type { CallArgument, CostEstimate, CostRule } from './cost-estimate.ts'
import { listCosts } from './list-costs.ts'
import {
  exactSize,
  multiplySizes,
  type Size,
  sizeOf,
  addSizes,
  multiplyCounts,
} from './size-estimates.ts'
import { typeParameter } from './cel-type.ts'

const one: CostEstimate = { cost: 1 }
const tenth = (size: number, factor = 0.1): number => Math.ceil(size * factor)

const nothing: CallArgument = { type: { is: 'dyn' } }
const maxOf = (args: readonly CallArgument[], index: number): number =>
  sizeOf(args[index] ?? nothing).max

/** The cost of reading one argument, by default the first. */
const read =
  (index = 0, factor = 0.1): CostRule =>
  args => ({ cost: tenth(maxOf(args, index), factor) })

/** The same, with a result that is not longer than the argument. */
const costOfSameSize: CostRule = args => ({
  cost: tenth(maxOf(args, 0)),
  size: sizeOf(args[0] ?? nothing),
})

/** The cost of a regular expression, of which every fourth character counts as a step. */
const searching: CostRule = args => ({
  cost: multiplyCounts(tenth(maxOf(args, 0) + 1), Math.ceil(maxOf(args, 1) / 4)),
})

const costOfMatches: CostRule = (args, itemOf) => ({
  ...searching(args, itemOf),
  size: { min: 0, max: maxOf(args, 0) },
})

const constantCostTypes = new Set(['ip', 'cidr', 'quantity', 'semver'])
const formatSizeMax = 64

const same: CostRule = args => {
  const [{ type } = nothing] = args
  if (constantCostTypes.has(type.is)) return one
  if (type.is === 'format') return { cost: tenth(formatSizeMax) }
  if (type.is === 'url') return { cost: tenth(args[1]?.size?.max ?? 1) }
  return { cost: tenth(Math.min(maxOf(args, 0), maxOf(args, 1))) }
}

const isText = ({ type }: CallArgument): boolean => type.is === 'string' || type.is === 'bytes'
const isAny = ({ type }: CallArgument): boolean => type.is === 'dyn'

const ordered: CostRule = (args, itemOf) => {
  if (args.some(isText)) return same(args, itemOf)
  return args.every(isAny) ? { cost: Math.max(1, same(args, itemOf).cost) } : one
}

const added: CostRule = ([a = nothing, b = nothing]) => {
  const size = addSizes(sizeOf(a), sizeOf(b))
  if (a.type.is === 'list' || b.type.is === 'list') return { cost: 1, size }
  return [a, b].some(isText) || [a, b].every(isAny) ? { cost: tenth(size.max), size } : one
}

const replaced: CostRule = ([text = nothing, what = nothing, by = nothing]) => {
  const [size, old, next] = [text, what, by].map(sizeOf) as [Size, Size, Size]
  const most = { count: 0, left: size.max }
  if (old.min === 0) most.count = size.max + 1
  else if (next.max > old.min) Object.assign(most, { count: size.max / old.min, left: 0 })
  const least = { count: 0, left: size.min }
  if (old.max === 0) least.count = size.min + 1
  else if (old.max > next.min) Object.assign(least, { count: size.min / old.max, left: 0 })
  return {
    cost: tenth(size.max, 0.2),
    size: {
      min: multiplyCounts(Math.ceil(least.count), next.min) + least.left,
      max: multiplyCounts(Math.ceil(most.count), next.max) + most.left,
    },
  }
}

const split: CostRule = args => {
  const [text = nothing, , count] = args
  const most = typeof count?.literal === 'bigint' ? Number(count.literal) : sizeOf(text).max
  return { cost: tenth(maxOf(args, 0), 0.2), size: { min: 0, max: most } }
}

const joined: CostRule = ([list = nothing, separator], itemOf) => {
  const count = sizeOf(list)
  const gaps = { min: Math.max(0, count.min - 1), max: Math.max(0, count.max - 1) }
  const between = separator ? multiplySizes(sizeOf(separator), gaps) : exactSize(0)
  const size = addSizes(multiplySizes(count, itemOf(list)), between)
  return { cost: tenth(size.max), size }
}

/** The cost of each item, including its characters if it is a text. */
const eachItem: CostRule = (args, itemOf) => {
  const [list = nothing] = args
  if (list.type.is === 'string') return { cost: tenth(maxOf(args, 0)) }
  const { is } = typeParameter(list.type)
  const inItem = is === 'string' || is === 'bytes' ? tenth(itemOf(list).max) : 0
  return { cost: multiplyCounts(maxOf(args, 0), 1 + inItem) }
}

// The length of the longest regular expression of a named format.
const formatCost = 128 / 4

const inAddress =
  (base: number): CostRule =>
  args => ({ cost: base + (args[1]?.type.is === 'string' ? tenth(maxOf(args, 1)) : 0) })

const escapedMax = ({ min, max }: Size): Size => ({ min: min + 2, max: 2 * max + 2 })

const rules: { readonly [called: string]: CostRule } = {
  ...listCosts,
  '_+_': added,
  '_==_': same,
  '_!=_': same,
  '_<_': ordered,
  '_<=_': ordered,
  '_>_': ordered,
  '_>=_': ordered,
  _in_: args => (args[1]?.type.is === 'map' ? one : { cost: maxOf(args, 1) }),
  startsWith: read(1),
  endsWith: read(1),
  contains: args => ({ cost: multiplyCounts(tenth(maxOf(args, 0)), tenth(maxOf(args, 1))) }),
  matches: searching,
  find: costOfMatches,
  findAll: costOfMatches,
  isSorted: eachItem,
  sum: eachItem,
  min: eachItem,
  max: eachItem,
  indexOf: eachItem,
  lastIndexOf: eachItem,
  lowerAscii: costOfSameSize,
  upperAscii: costOfSameSize,
  substring: costOfSameSize,
  trim: costOfSameSize,
  url: costOfSameSize,
  replace: replaced,
  split,
  join: joined,
  format: read(),
  'strings.quote': args => ({
    ...read()(args, sizeOf),
    size: escapedMax(sizeOf(args[0] ?? nothing)),
  }),
  isIP: read(),
  ip: args => (args[0]?.type.is === 'cidr' ? one : read()(args, sizeOf)),
  'ip.isCanonical': read(0, 0.2),
  isCIDR: read(),
  cidr: read(),
  containsIP: inAddress(4),
  containsCIDR: inAddress(7),
  isQuantity: read(),
  quantity: read(),
  isSemver: read(),
  semver: read(),
  validate: args => ({ cost: multiplyCounts(tenth(maxOf(args, 1)), formatCost) }),
  bytes: args => {
    const { min, max } = sizeOf(args[0] ?? nothing)
    return { cost: tenth(max), size: { min, max: max * 4 } }
  },
  string: args => {
    const [{ type } = nothing] = args
    if (type.is !== 'bytes' && type.is !== 'dyn') return one
    const { min, max } = sizeOf(args[0] ?? nothing)
    return { cost: tenth(max), size: { min: Math.floor(min / 4), max } }
  },
}

/** Whether a call costs one step, whatever its arguments. */
export const hasFixedCost = (called: string): boolean => !Object.hasOwn(rules, called)

/** Returns the cost of a call without its arguments. */
export const callCost = (called: string, ...given: Parameters<CostRule>): CostEstimate =>
  Object.hasOwn(rules, called) ? (rules[called]?.(...given) ?? one) : one
