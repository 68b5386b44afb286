// Moments as texts and back: nanoseconds since 1970, and how far a clock was ahead that showed them.

export type TimestampParts = {
  readonly ns: bigint
  /** In minutes. */
  readonly offset: number
}

const syntax =
  /^(\d{4})-(\d\d)-(\d\d)T(\d\d?):(\d\d):(\d\d)(?:[.,](\d+))?(?:Z|([+-])(\d\d):(\d\d))$/

/** A moment as RFC 3339 writes it; undefined for other texts. */
export function parseTimestamp(text: string): TimestampParts | undefined {
  const [found, ...parts] = syntax.exec(text) ?? []
  if (found === undefined) return undefined
  const [year, month, day, hour, minute, second] = parts.slice(0, 6).map(part => Number(part ?? 0))
  const [, , , , , , fraction = '', sign = '+', hours = '0', minutes = '0'] = parts
  const date = new Date(0)
  date.setUTCFullYear(year ?? 0, (month ?? 0) - 1, day)
  date.setUTCHours(hour ?? 0, minute, second)
  // What is too large would have gone on into the next part.
  const shown = [date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCHours()]
  const isReal = shown.join() === [month, day, hour].join() && (minute ?? 0) < 60
  const offset = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes))
  if (!isReal || (second ?? 0) > 59 || Number(hours) > 24 || Number(minutes) > 60) return undefined
  const whole = BigInt(date.getTime() - offset * 60_000) * 1_000_000n
  return { ns: whole + BigInt(fraction.slice(0, 9).padEnd(9, '0')), offset }
}

/** A moment as its clock shows it. */
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

/** How many parts of a size were over at a moment; before 1970 they are counted down. */
export const floorDivide = (ns: bigint, size: bigint): bigint =>
  (ns - (((ns % size) + size) % size)) / size

const two = (value: number): string => String(value).padStart(2, '0')

/** A span in seconds. */
export function durationSecondsText(ns: bigint): string {
  // Below a microsecond, a number would be written with a power of ten.
  const nanos = ns < 0n ? -ns : ns
  if (nanos > 0n && nanos < 1000n) {
    return `${ns < 0n ? '-' : ''}0.${nanos.toString().padStart(9, '0').replace(/0+$/, '')}s`
  }
  return `${durationSeconds(ns)}s`
}

/** The seconds of a span, as near as a fraction comes. */
export const durationSeconds = (ns: bigint): number =>
  Number(ns / second) + Number(ns % second) / 1e9
