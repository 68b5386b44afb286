// Formats doubles in decimal digits, rounded from their exact values, half to even.

/** Formats a number with `places` digits after the point. */
export function fixedDigits(value: number, places: number): string {
  const { digits, scale } = exactly(value)
  const rounded = shifted(digits, places - scale)
  const text = rounded.toString().padStart(places + 1, '0')
  const whole = text.slice(0, text.length - places)
  return `${signOf(value)}${whole}${places > 0 ? `.${text.slice(-places)}` : ''}`
}

/** Formats a number with one digit before the point, `places` after it, and a power of ten. */
export function scientificDigits(value: number, places: number): { digits: string; power: number } {
  const { digits, scale } = exactly(value)
  const length = digits.toString().length
  const rounded = shifted(digits, places + 1 - length).toString()
  // Rounding nines up may have added a digit.
  const power = value === 0 ? 0 : length - 1 - scale + (rounded.length - places - 1)
  const text = rounded.slice(0, places + 1).padEnd(places + 1, '0')
  return { digits: `${signOf(value)}${text.slice(0, 1)}.${text.slice(1)}`, power }
}

const signOf = (value: number): string => (value < 0 || Object.is(value, -0) ? '-' : '')

/**
 * Returns the exact digits of a number without its sign. The last `scale` of them are after the
 * point.
 */
function exactly(value: number): { digits: bigint; scale: number } {
  const [bits = 0n] = new BigUint64Array(new Float64Array([Math.abs(value)]).buffer)
  const exponent = Number(bits >> 52n)
  const fraction = bits & ((1n << 52n) - 1n)
  const mantissa = exponent === 0 ? fraction : fraction | (1n << 52n)
  const power = Math.max(exponent, 1) - 1075
  if (power >= 0) return { digits: mantissa << BigInt(power), scale: 0 }
  return { digits: mantissa * 5n ** BigInt(-power), scale: -power }
}

/** Multiplies by a power of ten and rounds to an integer, half to even. */
function shifted(digits: bigint, power: number): bigint {
  if (power >= 0) return digits * 10n ** BigInt(power)
  const unit = 10n ** BigInt(-power)
  const [whole, rest] = [digits / unit, (digits % unit) * 2n]
  return rest > unit || (rest === unit && whole % 2n === 1n) ? whole + 1n : whole
}
