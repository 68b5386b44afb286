// Fractions in digits, rounded from what they are exactly; of two that are as near, the even one.

/** With so many digits behind the point. */
export function fixedDigits(value: number, places: number): string {
  const { digits, scale } = exactly(value)
  const rounded = shifted(digits, places - scale)
  const text = rounded.toString().padStart(places + 1, '0')
  const whole = text.slice(0, text.length - places)
  return `${signOf(value)}${whole}${places > 0 ? `.${text.slice(-places)}` : ''}`
}

/** One digit, so many behind the point, and a power of ten. */
export function scientificDigits(value: number, places: number): { digits: string; power: number } {
  const { digits, scale } = exactly(value)
  const length = digits.toString().length
  const rounded = shifted(digits, places + 1 - length).toString()
  // Nines may have become one digit more.
  const power = value === 0 ? 0 : length - 1 - scale + (rounded.length - places - 1)
  const text = rounded.slice(0, places + 1).padEnd(places + 1, '0')
  return { digits: `${signOf(value)}${text.slice(0, 1)}.${text.slice(1)}`, power }
}

const signOf = (value: number): string => (value < 0 || Object.is(value, -0) ? '-' : '')

/** The digits of a number, the last `scale` of them behind the point; its sign is left out. */
function exactly(value: number): { digits: bigint; scale: number } {
  const [bits = 0n] = new BigUint64Array(new Float64Array([Math.abs(value)]).buffer)
  const exponent = Number(bits >> 52n)
  const fraction = bits & ((1n << 52n) - 1n)
  const mantissa = exponent === 0 ? fraction : fraction | (1n << 52n)
  const power = Math.max(exponent, 1) - 1075
  if (power >= 0) return { digits: mantissa << BigInt(power), scale: 0 }
  return { digits: mantissa * 5n ** BigInt(-power), scale: -power }
}

/** A number times a power of ten, rounded to a whole one. */
function shifted(digits: bigint, power: number): bigint {
  if (power >= 0) return digits * 10n ** BigInt(power)
  const unit = 10n ** BigInt(-power)
  const [whole, rest] = [digits / unit, (digits % unit) * 2n]
  return rest > unit || (rest === unit && whole % 2n === 1n) ? whole + 1n : whole
}
