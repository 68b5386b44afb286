// The standard functions of CEL, and those that servers of this kind share.

import { type Overload, defineOverloads } from './overloads.ts'
import { accessFunctions } from './access-functions.ts'
import { addressFunctions } from './address-functions.ts'
import { patchFunctions } from './patch-functions.ts'
import { quantityFunctions } from './quantity-functions.ts'
import { castFunctions } from './cast-functions.ts'
import { listFunctions } from './list-functions.ts'
import { namedFormatFunctions } from './named-format-functions.ts'
import { semverFunctions } from './semver-functions.ts'
import { stringFunctions } from './string-functions.ts'
import { timeFunctions } from './time-functions.ts'
import {
  CelRuntimeError,
  compareCelValues,
  Duration,
  mapEntriesOf,
  minTimestampNs,
  isCelEqual,
  Optional,
  Timestamp,
  Unsigned,
  checkInt64,
} from './values.ts'

const list = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value
  throw new CelRuntimeError('no such overload')
}

const size: Overload['run'] = ([value], { spend }) => {
  if (typeof value === 'string') {
    // Almost free, but not for a long text that is measured a thousand times.
    spend(value.length / 1000)
    return BigInt(/[\ud800-\udfff]/.test(value) ? [...value].length : value.length)
  }
  if (Array.isArray(value) || Buffer.isBuffer(value)) return BigInt(value.length)
  return BigInt(mapEntriesOf(value)?.size ?? 0)
}

/** Whether a value is zero, false or empty. */
function isZero(value: unknown): boolean {
  if (value instanceof Unsigned) return value.value === 0n
  if (value instanceof Duration) return value.ns === 0n
  if (value instanceof Timestamp) return value.ns === minTimestampNs
  if (Array.isArray(value) || typeof value === 'string') return value.length === 0
  if (Buffer.isBuffer(value)) return value.length === 0
  return !value || mapEntriesOf(value)?.size === 0
}

const ordered =
  (act: (items: readonly unknown[]) => unknown): Overload['run'] =>
  ([items]) =>
    act(list(items))

const extreme = (wanted: 1 | -1) =>
  ordered(items => {
    if (items.length === 0)
      throw new CelRuntimeError(`${wanted > 0 ? 'max' : 'min'} called on empty list`)
    return items.reduce((one, other) => (compareCelValues(other, one) * wanted > 0 ? other : one))
  })

function countIn(item: unknown): bigint {
  if (typeof item === 'bigint') return item
  if (item instanceof Unsigned) return item.value
  if (item instanceof Duration) return item.ns
  throw new CelRuntimeError('no such overload')
}

function sum(items: readonly unknown[]): unknown {
  if (items.some(item => typeof item === 'number')) {
    return items.reduce<number>((total, item) => total + Number(item), 0)
  }
  const [first] = items
  const total = items.reduce<bigint>((before, item) => before + countIn(item), 0n)
  if (first instanceof Duration) return new Duration(total)
  return first instanceof Unsigned ? new Unsigned(total) : checkInt64(total)
}

const indexOf =
  (from: 'first' | 'last'): Overload['run'] =>
  ([items, item]) => {
    const isSame = (one: unknown) => isCelEqual(one, item, () => {})
    const found =
      from === 'first' ? list(items).findIndex(isSame) : list(items).findLastIndex(isSame)
    return BigInt(found)
  }

const comparable = 'int uint double bool duration timestamp string bytes'.split(' ')

const isSorted = ordered(items =>
  items.every((item, index) => index === 0 || compareCelValues(items[index - 1], item) <= 0),
)

/** Functions that exist only for lists of certain item types. */
const ofItems: { readonly [signature: string]: Overload['run'] } = Object.fromEntries([
  ...comparable.flatMap(type => [
    [`list(${type}).isSorted() bool`, isSorted],
    [`list(${type}).min() ${type}`, extreme(-1)],
    [`list(${type}).max() ${type}`, extreme(1)],
  ]),
  ...['int', 'uint', 'double', 'duration'].map(type => [
    `list(${type}).sum() ${type}`,
    ordered(sum),
  ]),
])

export const standardFunctions: readonly Overload[] = [
  ...accessFunctions,
  ...patchFunctions,
  ...quantityFunctions,
  ...timeFunctions,
  ...addressFunctions,
  ...stringFunctions,
  ...listFunctions,
  ...namedFormatFunctions,
  ...semverFunctions,
  ...castFunctions,
  ...defineOverloads({
    'size(string) int': size,
    'size(bytes) int': size,
    'size(list(A)) int': size,
    'size(map(A, B)) int': size,
    'string.size() int': size,
    'bytes.size() int': size,
    'list(A).size() int': size,
    'map(A, B).size() int': size,
    ...ofItems,
    'list(A).indexOf(A) int': indexOf('first'),
    'list(A).lastIndexOf(A) int': indexOf('last'),
    'optional::none() optional(dyn)': () => new Optional(undefined),
    'optional::of(A) optional(A)': ([value]) => new Optional(value),
    'optional::ofNonZeroValue(A) optional(A)': ([value]) =>
      new Optional(isZero(value) ? undefined : value),
    'optional(A).hasValue() bool': ([value]) => value instanceof Optional && value.isThere,
    'optional(A).value() A': ([value]) => {
      if (value instanceof Optional && value.isThere) return value.value
      throw new CelRuntimeError('optional.none() dereference')
    },
    'optional(A).orValue(A) A': ([value, other]) =>
      value instanceof Optional && value.isThere ? value.value : other,
    'optional(A).or(optional(A)) optional(A)': ([value, other]) =>
      value instanceof Optional && value.isThere ? value : other,
  }),
]
