import { text } from './conversions.ts'
import { type Overload, overloads } from './overloads.ts'
import { CelError, Duration, Timestamp } from './values.ts'

const dayMs = 86_400_000

const dateParts: { readonly [name: string]: (date: Date) => number } = {
  getFullYear: date => date.getUTCFullYear(),
  getMonth: date => date.getUTCMonth(),
  getDate: date => date.getUTCDate(),
  getDayOfMonth: date => date.getUTCDate() - 1,
  getDayOfWeek: date => date.getUTCDay(),
  getDayOfYear: date =>
    Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / dayMs),
  getHours: date => date.getUTCHours(),
  getMinutes: date => date.getUTCMinutes(),
  getSeconds: date => date.getUTCSeconds(),
  getMilliseconds: date => date.getUTCMilliseconds(),
}

const zones = new Map<string, Intl.DateTimeFormat>()

// There are some hundreds, and each may be written in several ways.
const zonesMax = 1000

/** What a clock in a zone shows, as if it were one in UTC. @throws CelError */
function shownIn(zone: string, ms: number): Date {
  const [, sign = '', hours, minutes] = /^([+-]?)(\d\d):(\d\d)$/.exec(zone) ?? []
  if (hours !== undefined) {
    const offset = (Number(hours) * 60 + Number(minutes)) * 60_000
    return new Date(ms + (sign === '-' ? -offset : offset))
  }
  const shown = new Map(
    clockOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  )
  const [year, month, day, hour, minute, second] = [
    'year',
    'month',
    'day',
    'hour',
    'minute',
    'second',
  ].map(part => Number(shown.get(part as Intl.DateTimeFormatPartTypes)))
  const whole = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second)
  return new Date(whole + (((ms % 1000) + 1000) % 1000))
}

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = zones.get(zone)
  if (known) return known
  if (zones.size >= zonesMax) zones.clear()
  const made = newClock(zone)
  zones.set(zone, made)
  return made
}

const numeric = 'numeric' as const

function newClock(zone: string): Intl.DateTimeFormat {
  const fields = { year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric }
  // UTC has more names in the genuine server than here.
  const timeZone = zone === '' ? 'UTC' : zone
  try {
    return new Intl.DateTimeFormat('en-u-ca-gregory-hc-h23', {
      ...fields,
      second: numeric,
      timeZone,
    })
  } catch (error) {
    // The language says by throwing that it knows no such zone.
    if (!(error instanceof RangeError)) throw error
    throw new CelError(`unknown time zone ${zone}`)
  }
}

const ofTimestamp =
  (part: (date: Date) => number): Overload['run'] =>
  ([value, zone]) => {
    if (!(value instanceof Timestamp)) throw new CelError('no such overload')
    const date = zone === undefined ? new Date(value.ms) : shownIn(text(zone), value.ms)
    return BigInt(part(date))
  }

const dateRows = Object.entries(dateParts).flatMap(([name, part]) => [
  [`timestamp.${name}() int`, ofTimestamp(part)] as const,
  [`timestamp.${name}(string) int`, ofTimestamp(part)] as const,
])

const durationRows = (
  [
    ['getHours', 3_600_000],
    ['getMinutes', 60_000],
    ['getSeconds', 1000],
    ['getMilliseconds', 1],
  ] as const
).map(
  ([name, unit]) =>
    [
      `duration.${name}() int`,
      ([value]: readonly unknown[]) =>
        BigInt(value instanceof Duration ? Math.trunc(value.ms / unit) : 0),
    ] as const,
)

/** The parts of moments, in UTC or in a zone that is named, and those of spans. */
export const times: readonly Overload[] = overloads(
  Object.fromEntries([...dateRows, ...durationRows]),
)
