// Times in CBOR, which a genuine server reads as the text that JSON has for them.

const timestampSyntax =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-][01]\d:[0-5]\d|[+-]2[0-3]:[0-5]\d)$/

/** A time by RFC 3339 as a Go program writes it: without zeros at the end of a fraction. */
export function normalizeTimestamp(text: string): string | undefined {
  const [, seconds, fraction = '', zone] = timestampSyntax.exec(text) ?? []
  if (seconds === undefined) return undefined
  const moment = new Date(`${seconds}Z`)
  // A day that its month does not have is moved into the next one.
  if (Number.isNaN(moment.getTime()) || !moment.toISOString().startsWith(seconds)) return undefined
  return `${seconds}${withoutZeros(fraction)}${zone}`
}

/** The text for a number of seconds since 1970; none beyond the years that RFC 3339 has. */
export function timestampFromSeconds(seconds: number): string | undefined {
  const whole = Math.trunc(seconds)
  const nanoseconds = Math.trunc((seconds - whole) * 1e9)
  const isBehind = nanoseconds < 0
  const start = isBehind ? whole - 1 : whole
  if (!(start >= firstSecond && start <= lastSecond)) return undefined
  const fraction = String(isBehind ? nanoseconds + 1e9 : nanoseconds).padStart(9, '0')
  return `${new Date(start * 1000).toISOString().slice(0, 19)}${withoutZeros(`.${fraction}`)}Z`
}

// `Date.UTC` takes the years below 100 for those of the last century.
const firstSecond = Date.parse('0000-01-01T00:00:00Z') / 1000
const lastSecond = Date.UTC(9999, 11, 31, 23, 59, 59) / 1000

const withoutZeros = (fraction: string): string => fraction.replace(/\.?0*$/, '')
