import { expectString } from './string-values.ts'
import { floorDivide } from './timestamp-text.ts'
import { type Overload, defineOverloads } from './overloads.ts'
import { CelRuntimeError, Duration, Timestamp } from './values.ts'

const dayMs = 86_400_000

const dateParts: { readonly [name: string]: (date: Date) => number } = {
  getFullYear: date => date.getUTCFullYear(),
  getMonth: date => date.getUTCMonth(),
  getDate: date => date.getUTCDate(),
  getDayOfMonth: date => date.getUTCDate() - 1,
  getDayOfWeek: date => date.getUTCDay(),
  getDayOfYear: date => Math.floor((date.getTime() - new Date(date).setUTCMonth(0, 1)) / dayMs),
  getHours: date => date.getUTCHours(),
  getMinutes: date => date.getUTCMinutes(),
  getSeconds: date => date.getUTCSeconds(),
  getMilliseconds: date => date.getUTCMilliseconds(),
}

const zones = new Map<string, Intl.DateTimeFormat>()

// There are some hundred zones, and each may be written in several ways.
const zonesMax = 1000

/** Returns the local time of a zone, as a date in UTC. @throws CelRuntimeError */
function shownIn(zone: string, ms: number): Date {
  if (zone.includes(':')) return new Date(ms + offsetIn(zone) * 60_000)
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
  const date = new Date(((ms % 1000) + 1000) % 1000)
  // `Date.UTC` would add 1900 to a year below 100.
  date.setUTCFullYear(year ?? 0, (month ?? 1) - 1, day)
  date.setUTCHours(hour ?? 0, minute, second)
  return date
}

/** Returns the minutes of an offset such as `+1:30`. @throws CelRuntimeError */
function offsetIn(zone: string): number {
  const [, hours, minutes] = /^([+-]?\d{1,6}):([+-]?\d{1,6})$/.exec(zone) ?? []
  if (hours === undefined) throw new CelRuntimeError(`expected hours and minutes, got ${zone}`)
  const whole = Number(hours) * 60
  return zone.startsWith('-') ? whole - Number(minutes) : whole + Number(minutes)
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
  // The genuine server knows more names for UTC than Node, and every name begins with a capital.
  const timeZone = zone === '' ? 'UTC' : zone
  if (!/^[A-Z]/.test(timeZone)) throw new CelRuntimeError(`unknown time zone ${zone}`)
  try {
    return new Intl.DateTimeFormat('en-u-ca-gregory-hc-h23', {
      ...fields,
      second: numeric,
      timeZone,
    })
  } catch (error) {
    // `Intl` throws a RangeError for an unknown zone.
    if (!(error instanceof RangeError)) throw error
    throw new CelRuntimeError(`unknown time zone ${zone}`)
  }
}

const ofTimestamp =
  (part: (date: Date) => number): Overload['run'] =>
  ([value, zone]) => {
    if (!(value instanceof Timestamp)) throw new CelRuntimeError('no such overload')
    const ms = Number(floorDivide(value.ns, 1_000_000n))
    return BigInt(part(zone === undefined ? new Date(ms) : shownIn(expectString(zone), ms)))
  }

const dateRows = Object.entries(dateParts).flatMap(([name, part]) => [
  [`timestamp.${name}() int`, ofTimestamp(part)] as const,
  [`timestamp.${name}(string) int`, ofTimestamp(part)] as const,
])

const durationRows = (
  [
    ['getHours', 3_600_000_000_000n],
    ['getMinutes', 60_000_000_000n],
    ['getSeconds', 1_000_000_000n],
    ['getMilliseconds', 1_000_000n],
  ] as const
).map(
  ([name, unit]) =>
    [
      `duration.${name}() int`,
      ([value]: readonly unknown[]) => (value instanceof Duration ? value.ns / unit : 0n),
    ] as const,
)

/** Functions for the parts of timestamps, in UTC or in a named zone, and of durations. */
export const timeFunctions: readonly Overload[] = defineOverloads(
  Object.fromEntries([...dateRows, ...durationRows]),
)
