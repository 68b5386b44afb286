// Checks that a run did not perform because it ended early or was too slow.

import type { Verdict } from '../verdict.ts'

/** How many checks a run skipped, and why. */
export type Skipped = { readonly checks: number; readonly because: string }

/** Why a check that the target can perform is not performed. */
export type SkipReason = Pick<Verdict, 'because' | 'skippedBecause'>

/** The reason if the run ended early or is too slow. */
export const skipReasonFor = (why: string): SkipReason => ({
  because: `not judged: ${why}`,
  skippedBecause: why,
})

/** Counts the verdicts on skipped checks. Undefined if there are none. */
export function skippedChecks(verdicts: readonly Verdict[]): Skipped | undefined {
  const reasons = verdicts.flatMap(({ skippedBecause }) => skippedBecause ?? [])
  const [because] = reasons
  return because === undefined ? undefined : { checks: reasons.length, because }
}
