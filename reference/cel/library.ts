// The functions of the language, and those that are common to servers of this kind.

import { regular } from '../custom/regular.ts'
import { type Budget, type Overload, overloads } from './overloads.ts'
import { addresses } from './addresses.ts'
import { quantities } from './quantities.ts'
import { stringOf, text, typeOf } from './conversions.ts'
import { times } from './times.ts'
import {
  CelError,
  compare,
  converted,
  Duration,
  durationIn,
  entriesOf,
  isEqual,
  Optional,
  Timestamp,
  TypeValue,
  Unsigned,
  whole,
} from './values.ts'

const list = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value
  throw new CelError('no such overload')
}

const size: Overload['run'] = ([value], { spend }) => {
  if (typeof value === 'string') {
    // As good as free, but not for a long text a thousand times.
    spend(value.length / 1000)
    return BigInt(/[\ud800-\udfff]/.test(value) ? [...value].length : value.length)
  }
  if (Array.isArray(value) || Buffer.isBuffer(value)) return BigInt(value.length)
  return BigInt(entriesOf(value)?.size ?? 0)
}

const scanning =
  (act: (...texts: string[]) => unknown): Overload['run'] =>
  (args, { spend }) => {
    const texts = args.map(text)
    spend(1 + texts.reduce((sum, { length }) => sum + length, 0) / 10)
    return act(...texts)
  }

/** Found by RE2, in time that grows with the text alone. */
function expression(pattern: string) {
  const found = regular(pattern)
  if (!found) throw new CelError(`error parsing regexp: \`${pattern}\``)
  return found
}

function allMatches(value: string, pattern: string, most: number): string[] {
  const matcher = expression(pattern).matcher(value)
  const found: string[] = []
  while (found.length < most && matcher.find()) found.push(matcher.group() ?? '')
  return found
}

function numberText(value: unknown): bigint {
  if (typeof value === 'bigint') return value
  if (value instanceof Unsigned) return whole(value.value)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new CelError('integer overflow')
    return whole(BigInt(Math.trunc(value)))
  }
  if (value instanceof Timestamp) return BigInt(Math.floor(value.ms / 1000))
  if (typeof value === 'string' && /^[+-]?\d+$/.test(value)) return whole(BigInt(value))
  throw new CelError(`type conversion error from '${typeOf(value)}' to 'int'`)
}

const ordered =
  (act: (items: readonly unknown[]) => unknown): Overload['run'] =>
  ([items], { spend }) => {
    spend(list(items).length)
    return act(list(items))
  }

const extreme = (wanted: 1 | -1) =>
  ordered(items => {
    if (items.length === 0) throw new CelError(`${wanted > 0 ? 'max' : 'min'} called on empty list`)
    return items.reduce((one, other) => (compare(other, one) * wanted > 0 ? other : one))
  })

function sum(items: readonly unknown[]): unknown {
  if (items.some(item => typeof item === 'number')) {
    return items.reduce<number>((total, item) => total + Number(item), 0)
  }
  if (items.every(item => item instanceof Duration) && items.length > 0) {
    return new Duration(items.reduce<number>((total, item) => total + (item as Duration).ms, 0))
  }
  return whole(items.reduce<bigint>((total, item) => total + numberText(item), 0n))
}

const indexOf =
  (from: 'first' | 'last'): Overload['run'] =>
  ([items, item], budget) => {
    const isIt = (one: unknown) => isEqual(one, item, () => budget.spend(1))
    const found = from === 'first' ? list(items).findIndex(isIt) : list(items).findLastIndex(isIt)
    return BigInt(found)
  }

export const library: readonly Overload[] = [
  ...quantities,
  ...times,
  ...addresses,
  ...overloads({
    'size(string) int': size,
    'size(bytes) int': size,
    'size(list(A)) int': size,
    'size(map(A, B)) int': size,
    'string.size() int': size,
    'bytes.size() int': size,
    'list(A).size() int': size,
    'map(A, B).size() int': size,
    'string.startsWith(string) bool': scanning((a = '', b = '') => a.startsWith(b)),
    'string.endsWith(string) bool': scanning((a = '', b = '') => a.endsWith(b)),
    'string.contains(string) bool': scanning((a = '', b = '') => a.includes(b)),
    'string.matches(string) bool': scanning((a = '', b = '') => expression(b).test(a)),
    'matches(string, string) bool': scanning((a = '', b = '') => expression(b).test(a)),
    'string.find(string) string': scanning((a = '', b = '') => allMatches(a, b, 1)[0] ?? ''),
    'string.findAll(string) list(string)': scanning((a = '', b = '') => allMatches(a, b, 1e6)),
    'string.findAll(string, int) list(string)': ([a, b, most], { spend }) => {
      spend(text(a).length)
      return allMatches(text(a), text(b), most === -1n ? 1e6 : Number(most))
    },
    'string.lowerAscii() string': scanning((a = '') =>
      a.replaceAll(/[A-Z]/g, letter => letter.toLowerCase()),
    ),
    'string.upperAscii() string': scanning((a = '') =>
      a.replaceAll(/[a-z]/g, letter => letter.toUpperCase()),
    ),
    'string.trim() string': scanning((a = '') => a.trim()),
    'string.charAt(int) string': ([a, index], { spend }) => {
      const letters = lettersOf(a, spend)
      if (Number(index) < 0 || Number(index) > letters.length)
        throw new CelError('index out of range')
      return letters[Number(index)] ?? ''
    },
    'string.indexOf(string) int': scanning((a = '', b = '') => BigInt(a.indexOf(b))),
    'string.lastIndexOf(string) int': scanning((a = '', b = '') => BigInt(a.lastIndexOf(b))),
    'string.replace(string, string) string': ([a, b, c], { spend }) =>
      replaced([text(a), text(b), text(c)], spend),
    'string.split(string) list(string)': scanning((a = '', b = '') => a.split(b)),
    'string.substring(int) string': ([a, from], { spend }) =>
      lettersOf(a, spend).slice(Number(from)).join(''),
    'string.substring(int, int) string': ([a, from, to], { spend }) => {
      const letters = lettersOf(a, spend)
      if (Number(from) > Number(to) || Number(to) > letters.length || Number(from) < 0) {
        throw new CelError('index out of range')
      }
      return letters.slice(Number(from), Number(to)).join('')
    },
    'list(string).join() string': ([items], { spend }) => joined(items, '', spend),
    'list(string).join(string) string': ([items, by], { spend }) => joined(items, text(by), spend),
    'list(A).isSorted() bool': ordered(items =>
      items.every((item, index) => index === 0 || compare(items[index - 1], item) <= 0),
    ),
    'list(A).sum() A': ordered(sum),
    'list(A).min() A': extreme(-1),
    'list(A).max() A': extreme(1),
    'list(A).indexOf(A) int': indexOf('first'),
    'list(A).lastIndexOf(A) int': indexOf('last'),
    'int(A) int': ([value]) => numberText(value),
    'uint(A) uint': ([value]) => new Unsigned(numberText(value)),
    'double(A) double': ([value]) => {
      const number = value instanceof Unsigned ? Number(value.value) : Number(value)
      if (Number.isNaN(number)) throw new CelError('type conversion error')
      return number
    },
    'string(A) string': ([value]) => stringOf(value),
    'bytes(string) bytes': ([value]) => Buffer.from(text(value)),
    'bool(string) bool': ([value]) => {
      if (value === 'true' || value === 'false') return value === 'true'
      throw new CelError('type conversion error')
    },
    'dyn(A) dyn': ([value]) => value,
    'type(A) type': ([value]) => new TypeValue(typeOf(converted(value, { is: 'dyn' }))),
    'duration(string) duration': ([value]) => durationIn(text(value)),
    'timestamp(string) timestamp': ([value]) => new Timestamp(Date.parse(text(value))),
    'optional.none() optional(dyn)': () => new Optional(undefined),
    'optional.of(A) optional(A)': ([value]) => new Optional(value),
    'optional(A).hasValue() bool': ([value]) => value instanceof Optional && value.isThere,
    'optional(A).value() A': ([value]) => {
      if (value instanceof Optional && value.isThere) return value.value
      throw new CelError('optional.none() dereference')
    },
    'optional(A).orValue(A) A': ([value, other]) =>
      value instanceof Optional && value.isThere ? value.value : other,
    'optional(A).or(optional(A)) optional(A)': ([value, other]) =>
      value instanceof Optional && value.isThere ? value : other,
  }),
]

function joined(items: unknown, by: string, spend: Budget['spend']): string {
  const texts = list(items).map(text)
  spend(texts.reduce((sum, { length }) => sum + length + by.length, 0) / 10)
  return texts.join(by)
}

function lettersOf(value: unknown, spend: Budget['spend']): string[] {
  const letters = text(value)
  spend(letters.length / 10)
  return [...letters]
}

/** The result is paid for before it is made: it may be as long as both texts multiplied. */
function replaced(
  [value, old, by]: readonly [string, string, string],
  spend: Budget['spend'],
): string {
  spend(1 + value.length / 10)
  const count = old === '' ? value.length + 1 : value.split(old).length - 1
  spend((count * by.length) / 10)
  return value.replaceAll(old, () => by)
}
