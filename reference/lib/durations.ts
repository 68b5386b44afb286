// Parses and formats durations in Go's syntax: `20s`, `2m0s`, `1h30m`, `1.5s`, `-1s`, `0`. Exact to
// the nanosecond.

const second = 1_000_000_000n
const units: readonly (readonly [name: string, nanoseconds: bigint])[] = [
  ['h', 3600n * second],
  ['ms', 1_000_000n],
  ['m', 60n * second],
  ['s', second],
  ['us', 1000n],
  ['\u00b5s', 1000n],
  ['\u03bcs', 1000n],
  ['ns', 1n],
]

const part = /(\d{0,30})(?:(\.)(\d{0,30}))?(h|ms|m|s|us|\u00b5s|\u03bcs|ns)/y

// Longer than any duration that can be valid.
const charactersMax = 200

/** Parses a duration into nanoseconds; undefined for an invalid text or one beyond an int64. */
export function nanosecondsIn(text: string): bigint | undefined {
  if (text.length > charactersMax) return undefined
  const bare = text.replace(/^[+-]/, '')
  if (bare === '0') return 0n
  let sum = 0n
  part.lastIndex = 0
  while (part.lastIndex < bare.length) {
    const [found, whole = '', , fraction = '', unit] = part.exec(bare) ?? []
    if (found === undefined || whole + fraction === '') return undefined
    const size = units.find(([name]) => name === unit)?.[1] ?? 0n
    sum += (BigInt(whole + fraction) * size) / 10n ** BigInt(fraction.length)
  }
  const signed = text.startsWith('-') ? -sum : sum
  return bare === '' || BigInt.asIntN(64, signed) !== signed ? undefined : signed
}

export const isDuration = (text: string): boolean => nanosecondsIn(text) !== undefined

/** Parses a duration into seconds; undefined if the value is not a duration. */
export function secondsIn(value: unknown): number | undefined {
  const nanoseconds = typeof value === 'string' ? nanosecondsIn(value) : undefined
  return nanoseconds === undefined ? undefined : Number(nanoseconds) / 1e9
}

/** Formats nanoseconds in the canonical form. */
export function durationText(nanoseconds: bigint): string {
  if (nanoseconds === 0n) return '0s'
  const sign = nanoseconds < 0n ? '-' : ''
  const amount = nanoseconds < 0n ? -nanoseconds : nanoseconds
  if (amount < 1000n) return `${sign}${amount}ns`
  if (amount < 1_000_000n) return `${sign}${decimal(amount, 1000n)}\u00b5s`
  if (amount < second) return `${sign}${decimal(amount, 1_000_000n)}ms`
  const hours = amount / (3600n * second)
  const minutes = (amount / (60n * second)) % 60n
  const seconds = `${decimal(amount % (60n * second), second)}s`
  if (hours > 0n) return `${sign}${hours}h${minutes}m${seconds}`
  return minutes > 0n ? `${sign}${minutes}m${seconds}` : sign + seconds
}

function decimal(amount: bigint, unit: bigint): string {
  const digits = String(unit).length - 1
  const fraction = String(amount % unit)
    .padStart(digits, '0')
    .replace(/0+$/, '')
  return fraction === '' ? String(amount / unit) : `${amount / unit}.${fraction}`
}
