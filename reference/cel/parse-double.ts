// Parses doubles as the genuine server does.

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i
const hexadecimal = /^([+-]?)0x([0-9a-f]*)\.?([0-9a-f]*)p([+-]?\d+)$/i
const endless = /^([+-]?)inf(?:inity)?$/i

/** Returns the double that a text represents, or undefined if it is invalid or out of range. */
export function parseDouble(text: string): number | undefined {
  if (/^nan$/i.test(text)) return Number.NaN
  const [, sign] = endless.exec(text) ?? []
  if (sign !== undefined) return sign === '-' ? -Infinity : Infinity
  if (!isSeparated(text)) return undefined
  const plain = text.replaceAll('_', '')
  const value = decimal.test(plain) ? Number(plain) : hexadecimalIn(plain)
  return value === undefined || !Number.isFinite(value) ? undefined : value
}

/** Whether each underscore is between two digits, or after a base prefix. */
function isSeparated(text: string): boolean {
  const [, base, digits = ''] = /^[+-]?(0x)?(.*)$/is.exec(text) ?? []
  return base === undefined
    ? !/(?<!\d)_|_(?!\d)/.test(digits)
    : !/(?<![0-9a-f])_|_(?![0-9a-f])/i.test(`0${digits}`)
}

function hexadecimalIn(text: string): number | undefined {
  const [, sign = '', whole = '', fraction = '', power = ''] = hexadecimal.exec(text) ?? []
  if (whole + fraction === '') return undefined
  const digits = BigInt(`0x${whole}${fraction}`)
  const exponent = Number(power) - 4 * fraction.length
  const value = Number(`${sign}1`) * nearest(digits, exponent)
  return digits === 0n ? Number(`${sign}0`) : value
}

const bitsMax = 53
const exponentMin = -1074

/** Returns the double nearest to an integer times a power of two, half to even. */
function nearest(digits: bigint, exponent: number): number {
  const bits = digits.toString(2).length
  if (bits + exponent > 1024) return Infinity
  if (bits + exponent < exponentMin) return 0
  const left = Math.max(bits - bitsMax, exponentMin - exponent)
  if (left <= 0) return Number(digits) * 2 ** exponent
  const [kept, rest, half] = [
    digits >> BigInt(left),
    digits & ((1n << BigInt(left)) - 1n),
    1n << BigInt(left - 1),
  ]
  const isUp = rest > half || (rest === half && kept % 2n === 1n)
  return Number(isUp ? kept + 1n : kept) * 2 ** (exponent + left)
}
