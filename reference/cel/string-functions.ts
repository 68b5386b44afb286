// Functions on strings.

import { truncate } from '../api/quote.ts'
import { type ClientRegex, compileRegex, RegexStepLimitExceeded } from './client-regex.ts'
import { celStringLiteral, expectString } from './string-values.ts'
import { formatText } from './format-text.ts'
import { type Overload, defineOverloads } from './overloads.ts'
import { CelRuntimeError } from './values.ts'

type Of = (...texts: string[]) => unknown

const of =
  (act: Of): Overload['run'] =>
  args =>
    act(...args.map(expectString))

/** Searches with RE2, in time linear in the text and the expression. @throws CelRuntimeError */
function searchMatches<T>(pattern: string, search: (expression: ClientRegex) => T): T {
  const expression = compileRegex(pattern)
  if (!expression) throw new CelRuntimeError(`error parsing regexp: \`${truncate(pattern)}\``)
  try {
    return search(expression)
  } catch (error) {
    if (!(error instanceof RegexStepLimitExceeded)) throw error
    throw new CelRuntimeError(`operation cancelled: actual cost limit exceeded: ${error.message}`)
  }
}

const allMatches = (value: string, pattern: string, most: number): string[] =>
  searchMatches(pattern, expression => expression.find(value, most))

const matches = of((a = '', b = '') => searchMatches(b, expression => expression.test(a)))

/** Positions count characters, and a surrogate pair is one character. */
const lettersOf = (value: unknown): string[] => [...expectString(value)]

/** Whether a text has surrogates. Most texts have none and need not be split into characters. */
const hasPairs = (value: string): boolean => /[\ud800-\udfff]/.test(value)

const countOf = (value: string): number =>
  hasPairs(value) ? lettersOf(value).length : value.length

const cut = (value: string, from: number, to: number): string =>
  hasPairs(value) ? lettersOf(value).slice(from, to).join('') : value.slice(from, to)

const outOfRange = (index: unknown): CelRuntimeError =>
  new CelRuntimeError(`index out of range: ${String(index)}`)

const charAt: Overload['run'] = ([value, index]) => {
  const place = Number(index)
  if (place < 0 || place > countOf(expectString(value))) throw outOfRange(index)
  return cut(expectString(value), place, place + 1)
}

const substring: Overload['run'] = ([value, from, to]) => {
  const count = countOf(expectString(value))
  const [start, end] = [Number(from), to === undefined ? count : Number(to)]
  if (start > end && to !== undefined) {
    throw new CelRuntimeError(`invalid substring range. start: ${start}, end: ${end}`)
  }
  for (const index of [start, end]) {
    if (index < 0 || index > count) throw outOfRange(index)
  }
  return cut(expectString(value), start, end)
}

/** Returns the position of a text in another, from a start position, or -1 if it does not occur. */
const indexOf: Overload['run'] = ([value, what, from = 0n]) => {
  if (expectString(what) === '') return from
  if (Number(from) < 0) throw outOfRange(from)
  return placeIn(expectString(value), found =>
    found.indexOf(expectString(what), unitsOf(found, Number(from))),
  )
}

const lastIndexOf: Overload['run'] = ([value, what, from]) => {
  if (expectString(what) === '') return from ?? BigInt(countOf(expectString(value)))
  if (from === undefined)
    return placeIn(expectString(value), found => found.lastIndexOf(expectString(what)))
  if (Number(from) < 0) throw outOfRange(from)
  if (Number(from) >= countOf(expectString(value))) return -1n
  return placeIn(expectString(value), found =>
    found.lastIndexOf(expectString(what), unitsOf(found, Number(from))),
  )
}

/** Converts a position in UTF-16 units to characters. */
function placeIn(value: string, find: (value: string) => number): bigint {
  const units = find(value)
  return BigInt(units <= 0 ? units : countOf(value.slice(0, units)))
}

const unitsOf = (value: string, letters: number): number => cut(value, 0, letters).length

/** Splits a text into at most a number of parts. The last part holds the rest. */
const split: Overload['run'] = ([value, by, given = -1n]) => {
  const most = Number(given)
  if (most === 0) return []
  const parts =
    expectString(by) === '' ? lettersOf(value) : expectString(value).split(expectString(by))
  if (most < 0 || parts.length <= most) return parts
  const count = most - 1
  return [...parts.slice(0, count), parts.slice(count).join(expectString(by))]
}

/**
 * The cost is charged before the result is built, because its size may be the product of both
 * texts.
 */
const replace: Overload['run'] = ([given, what, by, most = -1n], { spend }) => {
  const [value, old, next] = [expectString(given), expectString(what), expectString(by)]
  const parts = old === '' ? ['', ...lettersOf(value), ''] : value.split(old)
  const limit = Number(most) < 0 ? parts.length - 1 : Math.min(Number(most), parts.length - 1)
  spend((limit * next.length) / 10)
  return [parts.slice(0, limit + 1).join(next), ...parts.slice(limit + 1)].join(old)
}

const spaces = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/

/** Removes spaces at both ends. A byte order mark is not a space. */
function trimmed(value: string): string {
  let [from, to] = [0, value.length]
  while (from < to && spaces.test(value.charAt(from))) from += 1
  while (from < to && spaces.test(value.charAt(to - 1))) to -= 1
  return value.slice(from, to)
}

const joined = (items: unknown, by: string): string => {
  if (!Array.isArray(items)) throw new CelRuntimeError('no such overload')
  return items.map(expectString).join(by)
}

const format: Overload['run'] = ([value, values], { spend }) => {
  if (!Array.isArray(values)) throw new CelRuntimeError('no such overload')
  const made = formatText(expectString(value), values)
  spend(made.length / 10)
  return made
}

export const stringFunctions = defineOverloads({
  'string.startsWith(string) bool': of((a = '', b = '') => a.startsWith(b)),
  'string.endsWith(string) bool': of((a = '', b = '') => a.endsWith(b)),
  'string.contains(string) bool': of((a = '', b = '') => a.includes(b)),
  'string.matches(string) bool': matches,
  'matches(string, string) bool': matches,
  'string.find(string) string': of((a = '', b = '') => allMatches(a, b, 1)[0] ?? ''),
  'string.findAll(string) list(string)': of((a = '', b = '') => allMatches(a, b, 1e6)),
  'string.findAll(string, int) list(string)': ([a, b, most]) =>
    allMatches(expectString(a), expectString(b), Number(most) < 0 ? 1e6 : Number(most)),
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
  'strings::quote(string) string': of((a = '') => celStringLiteral(a)),
  'list(string).join() string': ([items]) => joined(items, ''),
  'list(string).join(string) string': ([items, by]) => joined(items, expectString(by)),
})
