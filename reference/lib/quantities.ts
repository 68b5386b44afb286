// Amounts such as `10Mi`, `200m` or `1e3`.

// Measured: any part may be missing, but not all of them; `.`, `+` and `Ki` are 0. There is one way
// alone to read a text: hostile ones of a megabyte must not take long to be refused.
const syntax = /^([+-]?)(\d*)(?:\.(\d*))?([numkMGTPE]|[KMGTPE]i|[eE][+-]?0*\d{1,18})?$/
const decimal = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E']
const binary = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei']

// No amount needs more, and long ones would only take time.
const charactersMax = 100
const exponentMax = 1000

/** Whether a text is a quantity, however large. */
export const isQuantity = (text: string): boolean => text !== '' && syntax.test(text)

/** An amount in billionths, rounded up as genuine servers do, or undefined for a text that is no
 * quantity. */
export function billionthsIn(text: string): bigint | undefined {
  if (text === '' || text.length > charactersMax) return undefined
  const [, sign, whole = '', fraction = '', suffix = ''] = syntax.exec(text) ?? []
  if (sign === undefined) return undefined
  const [factor, power] = scaleOf(suffix)
  const exponent = power + 9 - fraction.length
  const digits = BigInt(whole + fraction) * factor
  const amount = exponent >= 0 ? digits * 10n ** BigInt(exponent) : roundedUp(digits, -exponent)
  return sign === '-' ? -amount : amount
}

const roundedUp = (digits: bigint, power: number): bigint => {
  const divisor = 10n ** BigInt(power)
  return (digits + divisor - 1n) / divisor
}

/** What a suffix multiplies by: a factor, and a power of ten. */
function scaleOf(suffix: string): [factor: bigint, power: number] {
  const powerOfTen = /^[eE]([+-]?\d+)$/.exec(suffix)?.[1]
  if (powerOfTen !== undefined) {
    return [1n, Math.max(-exponentMax, Math.min(exponentMax, Number(powerOfTen)))]
  }
  if (suffix.endsWith('i')) return [1024n ** BigInt(binary.indexOf(suffix)), 0]
  return [1n, 3 * (decimal.indexOf(suffix) - decimal.indexOf(''))]
}

/**
 * A quantity in its canonical form, which has the largest suffix that needs no fraction: `0.5` is
 * `500m`. With billionths, that amount in the manner of the text: in powers of 1024 or of ten.
 */
export function quantityText(like: string, billionths = billionthsIn(like)): string {
  if (billionths === undefined || billionths === 0n) return '0'
  const whole = billionths / 10n ** 9n
  // Less than a Ki, or a part of a byte, is written in powers of ten whatever the manner is.
  const isBinary = like.includes('i') && (whole >= 1024n || whole <= -1024n)
  if (isBinary) return largest(roundedUp(billionths, 9), { base: 1024n, suffixes: binary })
  return largest(billionths, { base: 1000n, suffixes: decimal })
}

type Suffixes = { readonly base: bigint; readonly suffixes: readonly string[] }

function largest(amount: bigint, { base, suffixes }: Suffixes): string {
  let left = amount
  let index = 0
  while (left % base === 0n && index < suffixes.length - 1) {
    left /= base
    index += 1
  }
  return `${left}${suffixes[index]}`
}
