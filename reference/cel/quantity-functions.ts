import { billionthsIn } from '../lib/quantities.ts'
import { defineOverloads } from './overloads.ts'
import { CelRuntimeError, ExtensionValue } from './values.ts'

const unreadable =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"

function quantity(text: unknown): ExtensionValue {
  const value = typeof text === 'string' ? billionthsIn(text) : undefined
  if (value === undefined) throw new CelRuntimeError(unreadable)
  return quantityOf(value)
}

const quantityOf = (value: bigint): ExtensionValue =>
  new ExtensionValue('quantity', value.toString(), value)

const valueOf = (value: unknown): bigint => {
  if (value instanceof ExtensionValue && typeof value.value === 'bigint') return value.value
  if (typeof value === 'bigint') return value * 10n ** 9n
  throw new CelRuntimeError('no such overload')
}

const order = ([a, b]: readonly unknown[]): bigint => {
  const difference = valueOf(a) - valueOf(b)
  return difference < 0n ? -1n : difference > 0n ? 1n : 0n
}

const one = 10n ** 9n

/** Returns the 64-bit integer value of a quantity, or undefined if it has none. */
function wholeIn(quantity: unknown): bigint | undefined {
  const [value, rest] = [valueOf(quantity) / one, valueOf(quantity) % one]
  return rest === 0n && BigInt.asIntN(64, value) === value ? value : undefined
}

export const quantityFunctions = defineOverloads({
  'isQuantity(string) bool': ([text]) =>
    typeof text === 'string' && billionthsIn(text) !== undefined,
  'quantity(string) quantity': ([text]) => quantity(text),
  'quantity.compareTo(quantity) int': order,
  'quantity.isGreaterThan(quantity) bool': pair => order(pair) > 0n,
  'quantity.isLessThan(quantity) bool': pair => order(pair) < 0n,
  'sign(quantity) int': ([a]) => order([a, quantityOf(0n)]),
  'quantity.add(quantity) quantity': ([a, b]) => quantityOf(valueOf(a) + valueOf(b)),
  'quantity.add(int) quantity': ([a, b]) => quantityOf(valueOf(a) + valueOf(b)),
  'quantity.sub(quantity) quantity': ([a, b]) => quantityOf(valueOf(a) - valueOf(b)),
  'quantity.sub(int) quantity': ([a, b]) => quantityOf(valueOf(a) - valueOf(b)),
  'quantity.isInteger() bool': ([a]) => wholeIn(a) !== undefined,
  'quantity.asInteger() int': ([a]) => {
    const value = wholeIn(a)
    if (value === undefined) throw new CelRuntimeError('cannot convert value to integer')
    return value
  },
  'quantity.asApproximateFloat() double': ([a]) => Number(`${valueOf(a)}e-9`),
})
