// Counts the checks that a run did not perform because it ended early or was too slow.

import type { Verdict } from '../verdict.ts'

/** How many checks a run skipped, and why. */
export type Skipped = { readonly checks: number; readonly because: string }

const start = 'not judged: '

/** The reason of the verdict on a skipped check. */
export const notJudgedBecause = (why: string): string => `${start}${why}`

/** Counts the verdicts on skipped checks. Undefined if there are none. */
export function skippedChecks(verdicts: readonly Verdict[]): Skipped | undefined {
  const reasons = verdicts.flatMap(({ cases, because = '' }) =>
    cases === 0 && because.startsWith(start) ? [because.slice(start.length)] : [],
  )
  const [because] = reasons
  return because === undefined ? undefined : { checks: reasons.length, because }
}
