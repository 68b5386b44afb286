// Converts times in CBOR to the JSON text that a genuine server reads.

const timestampSyntax =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-][01]\d:[0-5]\d|[+-]2[0-3]:[0-5]\d)$/

/**
 * Formats an RFC 3339 time as Go does, without trailing zeros in the fraction. Returns undefined if
 * it is invalid.
 */
export function normalizeTimestamp(text: string): string | undefined {
  const [, seconds, fraction = '', zone] = timestampSyntax.exec(text) ?? []
  if (seconds === undefined) return undefined
  const moment = new Date(`${seconds}Z`)
  // `Date` moves a day that does not exist into the next month.
  if (Number.isNaN(moment.getTime()) || !moment.toISOString().startsWith(seconds)) return undefined
  return `${seconds}${withoutZeros(fraction)}${zone}`
}

/** Formats a number of seconds since 1970. Returns undefined outside the years of RFC 3339. */
export function timestampFromSeconds(seconds: number): string | undefined {
  const whole = Math.trunc(seconds)
  const nanoseconds = Math.trunc((seconds - whole) * 1e9)
  const isBehind = nanoseconds < 0
  const start = isBehind ? whole - 1 : whole
  if (!(start >= firstSecond && start <= lastSecond)) return undefined
  const fraction = String(isBehind ? nanoseconds + 1e9 : nanoseconds).padStart(9, '0')
  return `${new Date(start * 1000).toISOString().slice(0, 19)}${withoutZeros(`.${fraction}`)}Z`
}

// `Date.UTC` would add 1900 to a year below 100.
const firstSecond = Date.parse('0000-01-01T00:00:00Z') / 1000
const lastSecond = Date.UTC(9999, 11, 31, 23, 59, 59) / 1000

const withoutZeros = (fraction: string): string => fraction.replace(/\.?0*$/, '')
