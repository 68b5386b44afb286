import { billionthsIn } from '../api/quantities.ts'
import { overloads } from './overloads.ts'
import { CelError, Special, whole } from './values.ts'

const unreadable =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"

function quantity(text: unknown): Special {
  const value = typeof text === 'string' ? billionthsIn(text) : undefined
  if (value === undefined) throw new CelError(unreadable)
  return made(value)
}

const made = (value: bigint): Special => new Special('quantity', value.toString(), value)

const valueOf = (value: unknown): bigint => {
  if (value instanceof Special && typeof value.value === 'bigint') return value.value
  if (typeof value === 'bigint') return value * 10n ** 9n
  throw new CelError('no such overload')
}

const order = ([a, b]: readonly unknown[]): bigint => {
  const difference = valueOf(a) - valueOf(b)
  return difference < 0n ? -1n : difference > 0n ? 1n : 0n
}

const one = 10n ** 9n

export const quantities = overloads({
  'isQuantity(string) bool': ([text]) =>
    typeof text === 'string' && billionthsIn(text) !== undefined,
  'quantity(string) quantity': ([text]) => quantity(text),
  'quantity.compareTo(quantity) int': order,
  'quantity.isGreaterThan(quantity) bool': pair => order(pair) > 0n,
  'quantity.isLessThan(quantity) bool': pair => order(pair) < 0n,
  'quantity.sign() int': ([a]) => order([a, made(0n)]),
  'quantity.add(quantity) quantity': ([a, b]) => made(valueOf(a) + valueOf(b)),
  'quantity.add(int) quantity': ([a, b]) => made(valueOf(a) + valueOf(b)),
  'quantity.sub(quantity) quantity': ([a, b]) => made(valueOf(a) - valueOf(b)),
  'quantity.sub(int) quantity': ([a, b]) => made(valueOf(a) - valueOf(b)),
  'quantity.isInteger() bool': ([a]) => valueOf(a) % one === 0n,
  'quantity.asInteger() int': ([a]) => {
    if (valueOf(a) % one !== 0n) throw new CelError('cannot convert value to integer')
    return whole(valueOf(a) / one)
  },
  'quantity.asApproximateFloat() double': ([a]) => Number(valueOf(a)) / 1e9,
})
