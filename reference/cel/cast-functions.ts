// Functions that convert values between types.

import { stringValueOf } from './string-values.ts'
import { floorDivide } from './timestamp-text.ts'
import { parseDouble } from './parse-double.ts'
import { type Overload, defineOverloads } from './overloads.ts'
import { celTypeName } from './type-names.ts'
import {
  CelRuntimeError,
  Duration,
  parseDurationValue,
  Timestamp,
  parseTimestampValue,
} from './values.ts'
import { TypeValue, Unsigned, checkInt64 } from './values.ts'

type Cast = Overload['run']

const misfit = (value: unknown, type: string): CelRuntimeError =>
  new CelRuntimeError(`type conversion error from '${celTypeName(value)}' to '${type}'`)

const same: Cast = ([value]) => value

const written: Cast = ([value]) => stringValueOf(value)

const int: Cast = ([value]) => {
  if (value instanceof Unsigned) return checkInt64(value.value)
  if (value instanceof Duration) return value.ns
  if (value instanceof Timestamp) return floorDivide(value.ns, 1_000_000_000n)
  if (typeof value === 'string') return numberIn(value, /^[+-]?\d+$/, 'int')
  // Both bounds are excluded, because a double near 2^63 stands for several integers.
  if (typeof value !== 'number' || !(Math.abs(value) < 2 ** 63)) {
    throw new CelRuntimeError('integer overflow')
  }
  return BigInt(Math.trunc(value))
}

function numberIn(text: string, syntax: RegExp, type: 'int' | 'uint'): bigint {
  const number = syntax.test(text) ? BigInt(text.replace(/^\+/, '')) : undefined
  const kept = number === undefined ? undefined : clamped[type](64, number)
  if (kept === undefined || kept !== number) throw misfit(text, type)
  return kept
}

const clamped = { int: BigInt.asIntN, uint: BigInt.asUintN }

const uint: Cast = ([value]) => {
  if (typeof value === 'bigint') return new Unsigned(value)
  if (typeof value === 'string') return new Unsigned(numberIn(value, /^\d+$/, 'uint'))
  if (typeof value !== 'number' || !(value >= 0 && value < 2 ** 64)) {
    throw new CelRuntimeError('unsigned integer overflow')
  }
  return new Unsigned(BigInt(Math.trunc(value)))
}

const double: Cast = ([value]) => {
  const number = typeof value === 'string' ? parseDouble(value) : Number(plain(value))
  if (number === undefined) throw misfit(value, 'double')
  return number
}

const plain = (value: unknown): unknown => (value instanceof Unsigned ? value.value : value)

const truths = new Map([
  ...['1', 't', 'T', 'true', 'TRUE', 'True'].map(text => [text, true] as const),
  ...['0', 'f', 'F', 'false', 'FALSE', 'False'].map(text => [text, false] as const),
])

const bool: Cast = ([value]) => {
  const truth = truths.get(String(value))
  if (truth === undefined) throw misfit(value, 'bool')
  return truth
}

const named: readonly string[] =
  'int uint double bool string bytes timestamp duration type dyn'.split(' ')

/** Whether a call with literal arguments is evaluated at compile time. */
export const isConstantCast = (called: string): boolean => named.includes(called)

export const castFunctions: readonly Overload[] = defineOverloads({
  'int(int) int': same,
  'int(uint) int': int,
  'int(double) int': int,
  'int(string) int': int,
  'int(timestamp) int': int,
  'int(duration) int': int,
  'uint(uint) uint': same,
  'uint(int) uint': uint,
  'uint(double) uint': uint,
  'uint(string) uint': uint,
  'double(double) double': same,
  'double(int) double': double,
  'double(uint) double': double,
  'double(string) double': double,
  'bool(bool) bool': same,
  'bool(string) bool': bool,
  'string(string) string': same,
  ...Object.fromEntries(
    'bool bytes double duration int timestamp uint ip cidr'
      .split(' ')
      .map(type => [`string(${type}) string`, written] as const),
  ),
  'bytes(bytes) bytes': same,
  'bytes(string) bytes': ([value]) => Buffer.from(String(value)),
  'timestamp(timestamp) timestamp': same,
  'timestamp(int) timestamp': ([value]) => new Timestamp(BigInt(String(value)) * 1_000_000_000n),
  'timestamp(string) timestamp': ([value]) => parseTimestampValue(String(value)),
  'duration(duration) duration': same,
  'duration(string) duration': ([value]) => parseDurationValue(String(value)),
  'duration(int) duration': ([value]) => {
    throw misfit(value, 'google.protobuf.Duration')
  },
  'type(A) type': ([value]) => new TypeValue(celTypeName(value)),
  'dyn(A) dyn': same,
})
