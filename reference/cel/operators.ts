// The operators of the language.

import { type Overload, defineOverloads } from './overloads.ts'
import {
  CelRuntimeError,
  compareCelValues,
  Duration,
  mapEntriesOf,
  isCelEqual,
  isPlainObject,
  Timestamp,
  Unsigned,
  checkInt64,
} from './values.ts'

const int = (value: unknown): bigint => {
  if (typeof value === 'bigint') return value
  throw new CelRuntimeError('no such overload')
}
const uint = (value: unknown): bigint => {
  if (value instanceof Unsigned) return value.value
  throw new CelRuntimeError('no such overload')
}
const double = (value: unknown): number => {
  if (typeof value === 'number') return value
  throw new CelRuntimeError('no such overload')
}
const ns = (value: unknown): bigint => {
  if (value instanceof Timestamp || value instanceof Duration) return value.ns
  throw new CelRuntimeError('no such overload')
}

/** Moves a timestamp by nanoseconds. It keeps its time zone offset. */
const moved = (value: unknown, by: bigint): Timestamp =>
  new Timestamp(ns(value) + by, value instanceof Timestamp ? value.offset : 0)

type Two = (a: bigint, b: bigint) => bigint

const notNought =
  (what: string, act: Two): Two =>
  (a, b) => {
    if (b === 0n) throw new CelRuntimeError(what)
    return act(a, b)
  }

const add: Two = (a, b) => a + b
const subtract: Two = (a, b) => a - b
const multiply: Two = (a, b) => a * b
const divide = notNought('division by zero', (a, b) => a / b)
const remainder = notNought('modulus by zero', (a, b) => a % b)

const ints =
  (act: Two): Overload['run'] =>
  ([a, b]) =>
    checkInt64(act(int(a), int(b)))
const uints =
  (act: Two): Overload['run'] =>
  ([a, b]) =>
    new Unsigned(act(uint(a), uint(b)))

const comparing =
  (holds: (order: number) => boolean): Overload['run'] =>
  ([a, b]) =>
    holds(compareCelValues(a, b))

const relations: { readonly [mark: string]: (order: number) => boolean } = {
  '<': order => order < 0,
  '<=': order => order <= 0,
  '>': order => order > 0,
  '>=': order => order >= 0,
}

const comparable = ['int', 'uint', 'double', 'string', 'bool', 'bytes', 'timestamp', 'duration']
const mixed = [
  ['int', 'double'],
  ['double', 'int'],
  ['int', 'uint'],
  ['uint', 'int'],
  ['uint', 'double'],
  ['double', 'uint'],
]

const relationRows = Object.entries(relations).flatMap(([mark, holds]) =>
  [...comparable.map(type => [type, type]), ...mixed].map(
    ([a, b]) => [`_${mark}_(${a}, ${b}) bool`, comparing(holds)] as const,
  ),
)

export const operators: readonly Overload[] = defineOverloads({
  ...Object.fromEntries(relationRows),
  '_+_(int, int) int': ints(add),
  '_+_(uint, uint) uint': uints(add),
  '_+_(double, double) double': ([a, b]) => double(a) + double(b),
  '_+_(string, string) string': ([a, b]) => {
    if (typeof a !== 'string' || typeof b !== 'string')
      throw new CelRuntimeError('no such overload')
    return a + b
  },
  '_+_(bytes, bytes) bytes': ([a, b]) => Buffer.concat([a, b].filter(Buffer.isBuffer)),
  '_+_(list(A), list(A)) list(A)': ([a, b], { spend }) => {
    if (!Array.isArray(a) || !Array.isArray(b)) throw new CelRuntimeError('no such overload')
    // A genuine server concatenates lists without copying, while this one copies them.
    spend((a.length + b.length) / 100)
    return [...a, ...b]
  },
  '_+_(timestamp, duration) timestamp': ([a, b]) => moved(a, ns(b)),
  '_+_(duration, timestamp) timestamp': ([a, b]) => moved(b, ns(a)),
  '_+_(duration, duration) duration': ([a, b]) => new Duration(ns(a) + ns(b)),
  '_-_(int, int) int': ints(subtract),
  '_-_(uint, uint) uint': uints(subtract),
  '_-_(double, double) double': ([a, b]) => double(a) - double(b),
  '_-_(timestamp, timestamp) duration': ([a, b]) => new Duration(ns(a) - ns(b)),
  '_-_(timestamp, duration) timestamp': ([a, b]) => moved(a, -ns(b)),
  '_-_(duration, duration) duration': ([a, b]) => new Duration(ns(a) - ns(b)),
  '_*_(int, int) int': ints(multiply),
  '_*_(uint, uint) uint': uints(multiply),
  '_*_(double, double) double': ([a, b]) => double(a) * double(b),
  '_/_(int, int) int': ints(divide),
  '_/_(uint, uint) uint': uints(divide),
  '_/_(double, double) double': ([a, b]) => double(a) / double(b),
  '_%_(int, int) int': ints(remainder),
  '_%_(uint, uint) uint': uints(remainder),
  '-_(int) int': ([a]) => checkInt64(-int(a)),
  '-_(double) double': ([a]) => -double(a),
  '!_(bool) bool': ([a]) => {
    if (typeof a !== 'boolean') throw new CelRuntimeError('no such overload')
    return !a
  },
  '_==_(A, A) bool': ([a, b], { spend }) => isCelEqual(a, b, () => spend(0.1)),
  '_!=_(A, A) bool': ([a, b], { spend }) => !isCelEqual(a, b, () => spend(0.1)),
  '_in_(A, list(A)) bool': ([item, list]) =>
    Array.isArray(list) && list.some(one => isCelEqual(item, one, () => {})),
  '_in_(A, map(A, B)) bool': ([key, map]) =>
    isPlainObject(map)
      ? typeof key === 'string' && Object.hasOwn(map, key)
      : (mapEntriesOf(map)?.has(key) ?? false),
})
