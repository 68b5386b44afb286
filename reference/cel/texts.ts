// What is done with texts.

import { clipped } from '../api/shown.ts'
import { type Regular, regular, TooManySteps } from '../crd/regular.ts'
import { shownText, text } from './conversions.ts'
import { formatted } from './formatting.ts'
import { type Overload, overloads } from './overloads.ts'
import { CelError } from './values.ts'

type Of = (...texts: string[]) => unknown

const of =
  (act: Of): Overload['run'] =>
  args =>
    act(...args.map(text))

/** Found by RE2, in time that grows with the text and the expression. @throws CelError */
function found<T>(pattern: string, search: (expression: Regular) => T): T {
  const expression = regular(pattern)
  if (!expression) throw new CelError(`error parsing regexp: \`${clipped(pattern)}\``)
  try {
    return search(expression)
  } catch (error) {
    if (!(error instanceof TooManySteps)) throw error
    throw new CelError(`operation cancelled: actual cost limit exceeded: ${error.message}`)
  }
}

const allMatches = (value: string, pattern: string, most: number): string[] =>
  found(pattern, expression => expression.find(value, most))

const matches = of((a = '', b = '') => found(b, expression => expression.test(a)))

/** Places count characters, and a pair of surrogates is one. */
const lettersOf = (value: unknown): string[] => [...text(value)]

/** Most texts have none, and their characters need not be told apart. */
const hasPairs = (value: string): boolean => /[\ud800-\udfff]/.test(value)

const countOf = (value: string): number =>
  hasPairs(value) ? lettersOf(value).length : value.length

const cut = (value: string, from: number, to: number): string =>
  hasPairs(value) ? lettersOf(value).slice(from, to).join('') : value.slice(from, to)

const outOfRange = (index: unknown): CelError =>
  new CelError(`index out of range: ${String(index)}`)

const charAt: Overload['run'] = ([value, index]) => {
  const place = Number(index)
  if (place < 0 || place > countOf(text(value))) throw outOfRange(index)
  return cut(text(value), place, place + 1)
}

const substring: Overload['run'] = ([value, from, to]) => {
  const count = countOf(text(value))
  const [start, end] = [Number(from), to === undefined ? count : Number(to)]
  if (start > end && to !== undefined) {
    throw new CelError(`invalid substring range. start: ${start}, end: ${end}`)
  }
  for (const index of [start, end]) {
    if (index < 0 || index > count) throw outOfRange(index)
  }
  return cut(text(value), start, end)
}

/** Where a text begins in another, from a place on; -1 where it does not. */
const indexOf: Overload['run'] = ([value, what, from = 0n]) => {
  if (text(what) === '') return from
  if (Number(from) < 0) throw outOfRange(from)
  return placeIn(text(value), found => found.indexOf(text(what), unitsOf(found, Number(from))))
}

const lastIndexOf: Overload['run'] = ([value, what, from]) => {
  if (text(what) === '') return from ?? BigInt(countOf(text(value)))
  if (from === undefined) return placeIn(text(value), found => found.lastIndexOf(text(what)))
  if (Number(from) < 0) throw outOfRange(from)
  if (Number(from) >= countOf(text(value))) return -1n
  return placeIn(text(value), found => found.lastIndexOf(text(what), unitsOf(found, Number(from))))
}

/** A place in characters, of one in units. */
function placeIn(value: string, find: (value: string) => number): bigint {
  const units = find(value)
  return BigInt(units <= 0 ? units : countOf(value.slice(0, units)))
}

const unitsOf = (value: string, letters: number): number => cut(value, 0, letters).length

/** The first parts of a text; the last of so many holds the rest. */
const split: Overload['run'] = ([value, by, given = -1n]) => {
  const most = Number(given)
  if (most === 0) return []
  const parts = text(by) === '' ? lettersOf(value) : text(value).split(text(by))
  if (most < 0 || parts.length <= most) return parts
  const count = most - 1
  return [...parts.slice(0, count), parts.slice(count).join(text(by))]
}

/** The result is paid for before it is made: it may be as long as both texts multiplied. */
const replace: Overload['run'] = ([given, what, by, most = -1n], { spend }) => {
  const [value, old, next] = [text(given), text(what), text(by)]
  const parts = old === '' ? ['', ...lettersOf(value), ''] : value.split(old)
  const limit = Number(most) < 0 ? parts.length - 1 : Math.min(Number(most), parts.length - 1)
  spend((limit * next.length) / 10)
  return [parts.slice(0, limit + 1).join(next), ...parts.slice(limit + 1)].join(old)
}

const spaces = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/

/** Without the spaces at both ends; a mark of the byte order is none. */
function trimmed(value: string): string {
  let [from, to] = [0, value.length]
  while (from < to && spaces.test(value.charAt(from))) from += 1
  while (from < to && spaces.test(value.charAt(to - 1))) to -= 1
  return value.slice(from, to)
}

const joined = (items: unknown, by: string): string => {
  if (!Array.isArray(items)) throw new CelError('no such overload')
  return items.map(text).join(by)
}

const format: Overload['run'] = ([value, values], { spend }) => {
  if (!Array.isArray(values)) throw new CelError('no such overload')
  const made = formatted(text(value), values)
  spend(made.length / 10)
  return made
}

export const texts = overloads({
  'string.startsWith(string) bool': of((a = '', b = '') => a.startsWith(b)),
  'string.endsWith(string) bool': of((a = '', b = '') => a.endsWith(b)),
  'string.contains(string) bool': of((a = '', b = '') => a.includes(b)),
  'string.matches(string) bool': matches,
  'matches(string, string) bool': matches,
  'string.find(string) string': of((a = '', b = '') => allMatches(a, b, 1)[0] ?? ''),
  'string.findAll(string) list(string)': of((a = '', b = '') => allMatches(a, b, 1e6)),
  'string.findAll(string, int) list(string)': ([a, b, most]) =>
    allMatches(text(a), text(b), Number(most) < 0 ? 1e6 : Number(most)),
  'string.lowerAscii() string': of((a = '') =>
    a.replaceAll(/[A-Z]/g, letter => letter.toLowerCase()),
  ),
  'string.upperAscii() string': of((a = '') =>
    a.replaceAll(/[a-z]/g, letter => letter.toUpperCase()),
  ),
  'string.trim() string': of((a = '') => trimmed(a)),
  'string.charAt(int) string': charAt,
  'string.indexOf(string) int': indexOf,
  'string.indexOf(string, int) int': indexOf,
  'string.lastIndexOf(string) int': lastIndexOf,
  'string.lastIndexOf(string, int) int': lastIndexOf,
  'string.replace(string, string) string': replace,
  'string.replace(string, string, int) string': replace,
  'string.split(string) list(string)': split,
  'string.split(string, int) list(string)': split,
  'string.substring(int) string': substring,
  'string.substring(int, int) string': substring,
  'string.format(list(dyn)) string': format,
  'strings::quote(string) string': of((a = '') => shownText(a)),
  'list(string).join() string': ([items]) => joined(items, ''),
  'list(string).join(string) string': ([items, by]) => joined(items, text(by)),
})
