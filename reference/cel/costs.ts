// How many steps a call takes at most, and how long its result can be. Definitions are taken or
// refused by these numbers, so they are those of the genuine server: a text costs a tenth of a step
// a character, and what is of no known length is taken to be endless.

import type { Compiled } from './scope.ts'
import { type CelType, part } from './types.ts'

type Estimate = { readonly cost: number; readonly sizeMax?: number }

const scalars = new Set(['bool', 'double', 'duration', 'int', 'timestamp', 'uint'])

/** How many items, entries or characters there can be; a scalar is one, and an object nothing. */
export function sizeOf(type: CelType): number {
  const { is, sizeMax } = type
  if (sizeMax !== undefined) return sizeMax
  if (is === 'object') return 0
  const isScalar = scalars.has(is) || (is === 'optional' && scalars.has(part(type).is))
  return isScalar ? 1 : Number.POSITIVE_INFINITY
}

const traversal = (size: number, times = 1): number => Math.ceil((size * times) / 10)

/** Of a regular expression, every fourth character is taken to be a part of its own. */
const searching = (text: number, pattern: number): number =>
  traversal(text + 1) * Math.ceil(pattern / 4)

type Rule = (sizes: readonly [number, number, number], args: readonly CelType[]) => Estimate

const kept: Rule = ([size]) => ({ cost: traversal(size), sizeMax: size })
const read: Rule = ([size]) => ({ cost: traversal(size) })

const eachItem: Rule = ([size], [list = { is: 'dyn' }]) => {
  if (list.is === 'string') return { cost: traversal(size) }
  const item = part(list)
  const isText = item.is === 'string' || item.is === 'bytes'
  return { cost: times(size, 1 + (isText ? traversal(sizeOf(item)) : 0)) }
}

const same: Rule = ([a, b], [type]) =>
  ['ip', 'cidr', 'quantity', 'semver'].includes(type?.is ?? '')
    ? { cost: 1 }
    : { cost: traversal(Math.min(a, b)) }

const ordered: Rule = (sizes, args) =>
  args.some(({ is }) => is === 'string' || is === 'bytes') ? same(sizes, args) : { cost: 1 }

const sum: Rule = ([a, b], [type]) => {
  const { is = 'dyn' } = type ?? {}
  if (is === 'list') return { cost: 1, sizeMax: a + b }
  if (is !== 'string' && is !== 'bytes') return { cost: 1 }
  return { cost: traversal(a + b), sizeMax: a + b }
}

const replaced: Rule = ([size, what, by]) => {
  const isLonger = what === 0 || by > what
  const count = what === 0 ? size + 1 : Math.ceil(size / what)
  const sizeMax = isLonger ? times(count, by) + (what === 0 ? size : 0) : size
  return { cost: traversal(size, 2), sizeMax }
}

const joined: Rule = ([count, by], [list = { is: 'dyn' }, separator]) => {
  const between = separator ? times(by, Math.max(0, count - 1)) : 0
  const sizeMax = times(count, sizeOf(part(list))) + between
  return { cost: traversal(sizeMax), sizeMax }
}

/** Nothing of what is endless is nothing. */
export const times = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : a * b)

const rules: { readonly [called: string]: Rule } = {
  '_+_': sum,
  '_==_': same,
  '_!=_': same,
  '_<_': ordered,
  '_<=_': ordered,
  '_>_': ordered,
  '_>=_': ordered,
  _in_: ([, size], [, list]) => ({ cost: list?.is === 'list' ? size : 1 }),
  startsWith: ([, size]) => ({ cost: traversal(size) }),
  endsWith: ([, size]) => ({ cost: traversal(size) }),
  contains: ([size, what]) => ({ cost: times(traversal(size), traversal(what)) }),
  matches: ([size, pattern]) => ({ cost: searching(size, pattern) }),
  find: ([size, pattern]) => ({ cost: searching(size, pattern), sizeMax: size }),
  findAll: ([size, pattern]) => ({ cost: searching(size, pattern), sizeMax: size }),
  isSorted: eachItem,
  sum: eachItem,
  min: eachItem,
  max: eachItem,
  indexOf: eachItem,
  lastIndexOf: eachItem,
  lowerAscii: kept,
  upperAscii: kept,
  substring: kept,
  trim: kept,
  url: kept,
  replace: replaced,
  split: ([size]) => ({ cost: traversal(size, 2), sizeMax: size }),
  join: joined,
  isIP: read,
  ip: read,
  isCIDR: read,
  cidr: read,
  isQuantity: read,
  quantity: read,
  bytes: ([size]) => ({ cost: traversal(size), sizeMax: size * 4 }),
}

/** What a call of a function takes beside its arguments. */
export function callCost(called: string, args: readonly Compiled[]): Estimate {
  const types = args.map(({ type }) => type)
  const [a = 0, b = 0, c = 0] = types.map(sizeOf)
  return (Object.hasOwn(rules, called) && rules[called]?.([a, b, c], types)) || { cost: 1 }
}
