import { overloads } from './overloads.ts'
import { CelError, Special, whole } from './values.ts'

/** A number with a unit, as a whole number of billionths. */
function quantityIn(text: string): bigint | undefined {
  const [, sign, digits = '', fraction = '', unit = ''] =
    /^([+-]?)(\d+)?(?:\.(\d*))?([numkMGTPE]|[KMGTPE]i|[eE][+-]?\d{1,3})?$/.exec(text) ?? []
  if (sign === undefined || digits + fraction === '') return undefined
  if (fraction.length > 30 || digits.length > 60) return undefined
  const [factor, divisor] = scaleOf(unit)
  const value =
    (BigInt(digits + fraction) * factor * 10n ** 9n) / (divisor * 10n ** BigInt(fraction.length))
  return sign === '-' ? -value : value
}

const decimal = ['', 'k', 'M', 'G', 'T', 'P', 'E']
const binary = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei']
const small = ['', 'm', 'u', 'n']

function scaleOf(unit: string): [factor: bigint, divisor: bigint] {
  if (/^[eE][+-]?\d/.test(unit)) {
    const power = Number(unit.slice(1))
    return power < 0 ? [1n, 10n ** BigInt(-power)] : [10n ** BigInt(power), 1n]
  }
  if (binary.includes(unit)) return [1024n ** BigInt(binary.indexOf(unit)), 1n]
  if (decimal.includes(unit)) return [1000n ** BigInt(decimal.indexOf(unit)), 1n]
  return [1n, 1000n ** BigInt(small.indexOf(unit))]
}

const unreadable =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"

function quantity(text: unknown): Special {
  const value = typeof text === 'string' ? quantityIn(text) : undefined
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
  'isQuantity(string) bool': ([text]) => typeof text === 'string' && quantityIn(text) !== undefined,
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
