// The values of expressions. Integers are bigint and doubles are number. Lists and objects stay as
// parsed, and their elements are converted when they are read.

import { nanosecondsIn } from '../lib/durations.ts'
import { isJsonObject, type JsonObject } from '../api/object.ts'
import { parseTimestamp } from './timestamp-text.ts'
import type { CelType } from './cel-type.ts'

/** The evaluation of an expression failed. */
export class CelRuntimeError extends Error {
  override name = 'CelRuntimeError'
}

const unreadable = (type: string): string =>
  `type conversion error from 'string' to 'google.protobuf.${type}'`

/** An unsigned 64-bit integer. */
export class Unsigned {
  readonly value: bigint
  constructor(value: bigint) {
    if (value < 0n || value >= 2n ** 64n) throw new CelRuntimeError('unsigned integer overflow')
    this.value = value
  }
}

const second = 1_000_000_000n

/** The start of the year 1, the minimum of timestamps. */
export const minTimestampNs = -62_135_596_800n * second
const afterLast = 253_402_300_800n * second

/** A timestamp in nanoseconds since 1970. Equality ignores the time zone offset. */
export class Timestamp {
  readonly ns: bigint
  /** In minutes. */
  readonly offset: number
  constructor(ns: bigint, offset = 0) {
    this.ns = ns
    this.offset = offset
    if (ns < minTimestampNs || ns >= afterLast) throw new CelRuntimeError('timestamp overflow')
  }
}

/** A duration in nanoseconds. */
export class Duration {
  readonly ns: bigint
  constructor(ns: bigint) {
    this.ns = checkInt64(ns)
  }
}

/** An optional value; `value` is undefined if there is none. */
export class Optional {
  readonly value: unknown
  constructor(value: unknown) {
    this.value = value
  }
  get isThere(): boolean {
    return this.value !== undefined
  }
}

/** A value of an extension type. Values are equal if their keys are. */
export class ExtensionValue {
  readonly type: string
  readonly key: string
  readonly value: unknown
  constructor(type: string, key: string, value: unknown) {
    this.type = type
    this.key = key
    this.value = value
  }
}

/** A type as the value of an expression. */
export class TypeValue {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** A message that an expression constructs. Its type name may contain dots. */
export class MessageValue {
  readonly type: string
  readonly fields: ReadonlyMap<string, unknown>
  constructor(type: string, fields: ReadonlyMap<string, unknown>) {
    this.type = type
    this.fields = fields
  }
}

const least = -(2n ** 63n)
const most = 2n ** 63n - 1n

export function checkInt64(value: bigint): bigint {
  if (value < least || value > most) throw new CelRuntimeError('integer overflow')
  return value
}

/** Converts a value of an object to the CEL value of its type. */
export function toCelValue(value: unknown, { is, isMade, hasDoubles }: CelType): unknown {
  if (isMade) return value
  if (typeof value === 'number') {
    if (is === 'int') return BigInt(Math.trunc(value))
    if (is === 'dyn' && !hasDoubles && Number.isInteger(value)) return BigInt(value)
    return value
  }
  if (typeof value === 'bigint' && is === 'double') return Number(value)
  if (typeof value !== 'string') return value
  if (is === 'timestamp') return parseTimestampValue(isDate(value) ? `${value}T00:00:00Z` : value)
  if (is === 'duration') return parseDurationValue(value)
  return is === 'bytes' ? Buffer.from(value, 'base64') : value
}

/** A text of the format `date` also converts to a timestamp. */
const isDate = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text)

/** @throws CelRuntimeError */
export function parseDurationValue(text: string): Duration {
  const nanoseconds = nanosecondsIn(text)
  if (nanoseconds === undefined) throw new CelRuntimeError(unreadable('Duration'))
  return new Duration(nanoseconds)
}

/** @throws CelRuntimeError */
export function parseTimestampValue(text: string): Timestamp {
  const moment = parseTimestamp(text)
  if (!moment) throw new CelRuntimeError(unreadable('Timestamp'))
  return new Timestamp(moment.ns, moment.offset)
}

const isNumeric = (value: unknown): value is number | bigint | Unsigned =>
  typeof value === 'number' || typeof value === 'bigint' || value instanceof Unsigned

const plain = (value: number | bigint | Unsigned): number | bigint =>
  value instanceof Unsigned ? value.value : value

/** Whether two values are equal. `spend` is called for each step. */
export function isCelEqual(a: unknown, b: unknown, spend: () => void): boolean {
  spend()
  // Numbers of different types are compared by their values.
  // oxlint-disable-next-line eqeqeq
  if (isNumeric(a) && isNumeric(b)) return plain(a) == plain(b)
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isCelEqual(item, b[index], spend))
  }
  if (a instanceof Timestamp && b instanceof Timestamp) return a.ns === b.ns
  if (a instanceof Duration && b instanceof Duration) return a.ns === b.ns
  if (a instanceof ExtensionValue && b instanceof ExtensionValue)
    return a.type === b.type && a.key === b.key
  if (a instanceof TypeValue && b instanceof TypeValue) return a.name === b.name
  if (Buffer.isBuffer(a) && Buffer.isBuffer(b)) return a.equals(b)
  if (a instanceof Optional && b instanceof Optional) {
    return a.isThere === b.isThere && (!a.isThere || isCelEqual(a.value, b.value, spend))
  }
  if (isPlainObject(a) && isPlainObject(b)) {
    const names = Object.keys(a)
    const isOwn = (name: string) => Object.hasOwn(b, name) && isCelEqual(a[name], b[name], spend)
    return names.length === Object.keys(b).length && names.every(isOwn)
  }
  const [one, other] = [mapEntriesOf(a), mapEntriesOf(b)]
  if (!one || !other) return a === b
  return (
    one.size === other.size &&
    [...one].every(([key, value]) => other.has(key) && isCelEqual(value, other.get(key), spend))
  )
}

/** Returns the entries of a map or an object, or undefined for any other value. */
export function mapEntriesOf(value: unknown): ReadonlyMap<unknown, unknown> | undefined {
  if (value instanceof Map) return value
  if (!isPlainObject(value)) return undefined
  const known = seen.get(value)
  if (known) return known
  const entries = new Map(Object.entries(value))
  if (entries.size >= longMin) seen.set(value, entries)
  return entries
}

// Caches the entries of large maps, because a rule may read a map once per entry. Values do not
// change.
const seen = new WeakMap<JsonObject, ReadonlyMap<unknown, unknown>>()
const longMin = 16

export const isPlainObject = (value: unknown): value is JsonObject =>
  isJsonObject(value) &&
  !(value instanceof Map) &&
  !Buffer.isBuffer(value) &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value))

/**
 * Compares two values. Returns a negative number, zero or a positive number. @throws
 * CelRuntimeError
 */
export function compareCelValues(a: unknown, b: unknown): number {
  if (isNumeric(a) && isNumeric(b)) {
    return order(plain(a), plain(b))
  }
  if (typeof a === 'string' && typeof b === 'string')
    return Buffer.compare(Buffer.from(a), Buffer.from(b))
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b)
  if (a instanceof Timestamp && b instanceof Timestamp) return order(a.ns, b.ns)
  if (a instanceof Duration && b instanceof Duration) return order(a.ns, b.ns)
  if (Buffer.isBuffer(a) && Buffer.isBuffer(b)) return Buffer.compare(a, b)
  throw new CelRuntimeError('no such overload')
}

const order = (one: number | bigint, other: number | bigint): number =>
  one < other ? -1 : one > other ? 1 : 0
