// Formats durations for cells of Tables.

import { randomBytes } from 'node:crypto'
import type { AgeWriter } from '../../api/column.ts'

const second = 1
const minute = 60
const hour = 60 * minute
const day = 24 * hour
const year = 365 * day

const letters = new Map([
  [second, 's'],
  [minute, 'm'],
  [hour, 'h'],
  [day, 'd'],
  [year, 'y'],
])

/** The units of a duration below a number of seconds. The second unit is omitted when it is 0. */
const rows: readonly { below: number; unit: number; and?: number }[] = [
  { below: 2 * minute, unit: second },
  { below: 10 * minute, unit: minute, and: second },
  { below: 3 * hour, unit: minute },
  { below: 8 * hour, unit: hour, and: minute },
  { below: 2 * day, unit: hour },
  { below: 8 * day, unit: day, and: hour },
  { below: 2 * year, unit: day },
  { below: 8 * year, unit: year, and: day },
  { below: Number.POSITIVE_INFINITY, unit: year },
]

/**
 * Formats a duration in milliseconds: `40s`, `3m10s`, `5d`. It tolerates clocks that differ by less
 * than two seconds.
 */
export function ageText(ms: number): string {
  const seconds = Math.trunc(ms / 1000)
  if (seconds < -1) return '<invalid>'
  if (seconds < 0) return '0s'
  const row = rows.find(({ below }) => seconds < below)
  if (!row) return '<invalid>'
  const { unit, and } = row
  const rest = and === undefined ? 0 : Math.floor((seconds % unit) / and)
  const whole = inUnit(Math.floor(seconds / unit), unit)
  return and === undefined || rest === 0 ? whole : whole + inUnit(rest, and)
}

const inUnit = (count: number, unit: number): string => `${count}${letters.get(unit)}`

/** Writes the time between an RFC 3339 timestamp and `now` (ms since 1970). */
export const agesAt =
  (now: number): AgeWriter =>
  moment => {
    const ms = timestampMs(moment)
    return ms === undefined ? '<unknown>' : ageText(now - ms)
  }

// Marks the ages in an encoded row. It is random, so that no object contains it.
const mark = `age-${randomBytes(12).toString('hex')}:`
const markBytes = Buffer.from(mark)
// The length of the earliest time that a timestamp can have, in ms since 1970.
const digits = String(-8.64e15).length

/** Writes a placeholder instead of an age, for a text that is kept: see `fillInAges`. */
export const placeholderOfAge: AgeWriter = moment => {
  const ms = timestampMs(moment)
  return ms === undefined ? '<unknown>' : mark + String(ms).padStart(digits)
}

/** Returns a JSON text with its placeholders replaced by the ages at `now` (ms since 1970). */
export function fillInAges(text: Buffer, now: number): Buffer {
  const pieces: Buffer[] = []
  let end = 0
  for (let at = text.indexOf(markBytes); at >= 0; at = text.indexOf(markBytes, end)) {
    const start = at + markBytes.length
    const ms = Number(text.toString('latin1', start, start + digits))
    pieces.push(text.subarray(end, at), Buffer.from(ageText(now - ms)))
    end = start + digits
  }
  if (end === 0) return text
  pieces.push(text.subarray(end))
  return Buffer.concat(pieces)
}

/** Parses a timestamp to ms since 1970. Returns undefined if it is not one. */
export function timestampMs(moment: unknown): number | undefined {
  if (typeof moment !== 'string') return undefined
  const ms = Date.parse(moment)
  return Number.isNaN(ms) ? undefined : ms
}
