// Durations on the command line.

import { UsageProblem } from './command-errors.ts'

const msOf = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const
const longestMs = 24 * msOf.h

/**
 * Returns a parser of durations such as `500ms`, `30s`, `5m30s` or `1h`, in milliseconds. @throws
 * UsageProblem
 */
export function durationFlag(flag: string): (text: string) => number {
  return text => {
    const isDuration = /^(?:\d{1,9}(?:\.\d{1,3})?(?:ms|s|m|h))+$/.test(text)
    const parts = isDuration ? text.matchAll(/([\d.]+)(ms|s|m|h)/g) : []
    const ms = [...parts].reduce(
      (sum, [, number, unit]) => sum + Math.round(Number(number) * msOf[unit as keyof typeof msOf]),
      0,
    )
    if (ms > 0 && ms <= longestMs) return ms
    throw new UsageProblem(
      `${flag}: expected a duration from 1ms to 24h, such as 30s or 5m30s, got ${JSON.stringify(text)}`,
    )
  }
}

/** Formats a duration as on the command line. */
export function durationText(ms: number): string {
  const [unit, size] = Object.entries(msOf)
    .toReversed()
    .find(([, one]) => ms % one === 0) ?? ['ms', 1]
  return `${ms / size}${unit}`
}
