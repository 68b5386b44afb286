// Parses and formats Kubernetes quantities such as `10Mi`, `200m` or `1e3`.

// Measured on a genuine server: any part may be missing, but not all of them; `.`, `+` and `Ki` are
// 0. The expression is unambiguous, so a hostile text of a megabyte is refused without
// backtracking.
const syntax = /^([+-]?)(\d*)(?:\.(\d*))?([numkMGTPE]|[KMGTPE]i|[eE][+-]?0*\d{1,18})?$/
const decimal = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E']
const binary = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei']

// No amount needs more digits, and long texts would only cost time.
const charactersMax = 100
const exponentMax = 1000

/** Whether a text has the syntax of a quantity; the amount is not limited. */
export const isQuantity = (text: string): boolean => text !== '' && syntax.test(text)

/**
 * Parses a quantity into billionths, rounded up as by genuine servers; undefined for any other
 * text.
 */
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

/** Returns the multiplier of a suffix: a factor, and a power of ten. */
function scaleOf(suffix: string): [factor: bigint, power: number] {
  const powerOfTen = /^[eE]([+-]?\d+)$/.exec(suffix)?.[1]
  if (powerOfTen !== undefined) {
    return [1n, Math.max(-exponentMax, Math.min(exponentMax, Number(powerOfTen)))]
  }
  if (suffix.endsWith('i')) return [1024n ** BigInt(binary.indexOf(suffix)), 0]
  return [1n, 3 * (decimal.indexOf(suffix) - decimal.indexOf(''))]
}

/**
 * Formats a quantity in its canonical form, with the largest suffix that needs no fraction: `0.5`
 * is `500m`. If `billionths` is given, formats that amount with the suffixes of `like`: powers of
 * 1024 or of ten.
 */
export function quantityText(like: string, billionths = billionthsIn(like)): string {
  if (billionths === undefined || billionths === 0n) return '0'
  const whole = billionths / 10n ** 9n
  // Amounts below 1Ki, and fractions of a byte, are always written in powers of ten.
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
