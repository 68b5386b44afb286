import { type Overload, overloads } from './overloads.ts'
import { Duration, Timestamp } from './values.ts'

const dateParts: { readonly [name: string]: (date: Date) => number } = {
  getFullYear: date => date.getUTCFullYear(),
  getMonth: date => date.getUTCMonth(),
  getDate: date => date.getUTCDate(),
  getDayOfMonth: date => date.getUTCDate() - 1,
  getDayOfWeek: date => date.getUTCDay(),
  getHours: date => date.getUTCHours(),
  getMinutes: date => date.getUTCMinutes(),
  getSeconds: date => date.getUTCSeconds(),
  getMilliseconds: date => date.getUTCMilliseconds(),
}

const dateRows = Object.entries(dateParts).map(
  ([name, part]) =>
    [
      `timestamp.${name}() int`,
      ([value]: readonly unknown[]) =>
        BigInt(value instanceof Timestamp ? part(new Date(value.ms)) : 0),
    ] as const,
)

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

/** The parts of moments and spans. Time zones other than UTC are not known. */
export const times: readonly Overload[] = overloads(
  Object.fromEntries([...dateRows, ...durationRows]),
)
