// Functions on lists.

import { type Overload, defineOverloads } from './overloads.ts'
import { sortByKeys } from './sort-by-keys.ts'
import { CelRuntimeError, toCelValue, isCelEqual, Optional } from './values.ts'

const list = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value
  throw new CelRuntimeError('no such overload')
}

/** Converts an item without a known type. */
const plain = (value: unknown): unknown => toCelValue(value, { is: 'dyn' })

const rangeMax = 1_000_000

const range: Overload['run'] = ([count], { spend }) => {
  // The cost is charged before the list is created.
  spend(Number(count))
  if (Number(count) > rangeMax)
    throw new CelRuntimeError('operation cancelled: actual cost limit exceeded')
  return Array.from({ length: Math.max(0, Number(count)) }, (_, index) => BigInt(index))
}

const slice: Overload['run'] = ([items, from, to]) => {
  const [start, end] = [Number(from), Number(to)]
  const because =
    start < 0 || end < 0
      ? 'negative indexes not supported'
      : start > end
        ? 'start index must be less than or equal to end index'
        : list(items).length < end
          ? `list is length ${list(items).length}`
          : undefined
  if (because !== undefined) throw new CelRuntimeError(`cannot slice(${start}, ${end}), ${because}`)
  return list(items).slice(start, end)
}

function flat(items: readonly unknown[], depth: number): unknown[] {
  if (depth < 0) throw new CelRuntimeError('level must be non-negative')
  return items.flatMap(item => (Array.isArray(item) && depth > 0 ? flat(item, depth - 1) : [item]))
}

const distinct: Overload['run'] = ([items]) => {
  const found: unknown[] = []
  for (const item of list(items)) {
    if (!found.some(one => isCelEqual(plain(one), plain(item), () => {}))) found.push(item)
  }
  return found
}

const holds = (items: unknown, item: unknown): boolean =>
  list(items).some(one => isCelEqual(plain(one), plain(item), () => {}))

const holdsAll = (items: unknown, others: unknown): boolean =>
  list(others).every(one => holds(items, one))

const unwrapped: Overload['run'] = ([items]) =>
  list(items).flatMap(one => (one instanceof Optional && one.isThere ? [one.value] : []))

const sorting = 'int uint double bool duration timestamp string bytes'
  .split(' ')
  .map(type => [`list(${type}).sort() list(${type})`, sorted] as const)

function sorted([items]: readonly unknown[]): unknown {
  const known = list(items).map(plain)
  return sortByKeys(list(items), known)
}

export const listFunctions = defineOverloads({
  'lists::range(int) list(int)': range,
  'list(A).slice(int, int) list(A)': slice,
  'list(A).reverse() list(A)': ([items]) => list(items).toReversed(),
  'list(A).distinct() list(A)': distinct,
  'list(list(A)).flatten() list(A)': ([items]) => flat(list(items), 1),
  'list(dyn).flatten(int) list(dyn)': ([items, depth]) => flat(list(items), Number(depth)),
  ...Object.fromEntries(sorting),
  'list(A).first() optional(A)': ([items]) => new Optional(list(items)[0]),
  'list(A).last() optional(A)': ([items]) => new Optional(list(items).at(-1)),
  'optional::unwrap(list(optional(A))) list(A)': unwrapped,
  'list(optional(A)).unwrapOpt() list(A)': unwrapped,
  'sets::contains(list(A), list(A)) bool': ([all, some]) => holdsAll(all, some),
  'sets::intersects(list(A), list(A)) bool': ([all, some]) =>
    list(all).some(one => holds(some, one)),
  'sets::equivalent(list(A), list(A)) bool': ([a, b]) => holdsAll(a, b) && holdsAll(b, a),
})
