// Parses and formats timestamps: nanoseconds since 1970, and the offset of the time zone.

export type TimestampParts = {
  readonly ns: bigint
  /** In minutes. */
  readonly offset: number
}

const syntax =
  /^(\d{4})-(\d\d)-(\d\d)T(\d\d?):(\d\d):(\d\d)(?:[.,](\d+))?(?:Z|([+-])(\d\d):(\d\d))$/

/** Parses an RFC 3339 timestamp. Returns undefined for any other text. */
export function parseTimestamp(text: string): TimestampParts | undefined {
  const [found, ...parts] = syntax.exec(text) ?? []
  if (found === undefined) return undefined
  const [year, month, day, hour, minute, second] = parts.slice(0, 6).map(part => Number(part ?? 0))
  const [, , , , , , fraction = '', sign = '+', hours = '0', minutes = '0'] = parts
  const date = new Date(0)
  date.setUTCFullYear(year ?? 0, (month ?? 0) - 1, day)
  date.setUTCHours(hour ?? 0, minute, second)
  // A value out of range would have carried over into the next unit.
  const shown = [date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCHours()]
  const isReal = shown.join() === [month, day, hour].join() && (minute ?? 0) < 60
  const offset = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes))
  if (!isReal || (second ?? 0) > 59 || Number(hours) > 24 || Number(minutes) > 60) return undefined
  const whole = BigInt(date.getTime() - offset * 60_000) * 1_000_000n
  return { ns: whole + BigInt(fraction.slice(0, 9).padEnd(9, '0')), offset }
}

/** Formats a timestamp in its time zone. */
export function timestampText({ ns, offset }: TimestampParts): string {
  const seconds = floorDivide(ns, second)
  const fraction = ns - seconds * second
  const date = new Date(Number(seconds) * 1000 + offset * 60_000)
  const digits = fraction.toString().padStart(9, '0').replace(/0+$/, '')
  const [sign, minutes] = offset < 0 ? ['-', -offset] : ['+', offset]
  const zone = `${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
  const year = String(date.getUTCFullYear()).padStart(4, '0')
  const shown = `${year}${date.toISOString().replace(/^[+-]?\d+|\.000Z$/g, '')}`
  return `${shown}${digits && `.${digits}`}${offset === 0 ? 'Z' : zone}`
}

const second = 1_000_000_000n

/** Divides and rounds down, also before 1970. */
export const floorDivide = (ns: bigint, size: bigint): bigint =>
  (ns - (((ns % size) + size) % size)) / size

const two = (value: number): string => String(value).padStart(2, '0')

/** Formats a duration in seconds. */
export function durationSecondsText(ns: bigint): string {
  // Below a microsecond, JavaScript would write an exponent.
  const nanos = ns < 0n ? -ns : ns
  if (nanos > 0n && nanos < 1000n) {
    return `${ns < 0n ? '-' : ''}0.${nanos.toString().padStart(9, '0').replace(/0+$/, '')}s`
  }
  return `${durationSeconds(ns)}s`
}

/** Returns the seconds of a duration as the nearest double. */
export const durationSeconds = (ns: bigint): number =>
  Number(ns / second) + Number(ns % second) / 1e9
