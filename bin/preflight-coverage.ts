// Says before a run which musts it can judge, and what the target lacks for the others.

import type { Target } from '../fixtures/targets/target.ts'
import { appliesToTarget } from '../suites/certify.ts'
import type { Check } from '../suites/check.ts'
import { requirement } from '../suites/select/select.ts'
import { missingNeed, nameOfNeed } from '../suites/target/needs.ts'

// Each other reason concerns few rows.
const reasonsMax = 4
const brief = ' (what the others need: --verbose)'

/**
 * Returns a line with the number of musts among these checks that may be judged and, if wanted,
 * what the others need. A check whose scenarios need a type that is not served is counted
 * nevertheless.
 */
export function coverageLine(
  checks: readonly Check[],
  target: Target,
  { isVerbose }: { isVerbose: boolean },
): string {
  const musts = checks.filter(({ id }) => requirement(id).strength === 'must')
  const lacking = new Map<string, number>()
  for (const check of musts) {
    const need = missingNeed(target, check.needs)
    const isOfVersion = appliesToTarget(check, target)
    if (need === undefined && isOfVersion) continue
    const what = isOfVersion && need ? nameOfNeed(need) : 'another version'
    lacking.set(what, (lacking.get(what) ?? 0) + 1)
  }
  const inapplicable = [...lacking.values()].reduce((sum, count) => sum + count, 0)
  const reasons = [...lacking].toSorted(([, a], [, b]) => b - a)
  const named = reasons.slice(0, reasonsMax).map(([what, count]) => `${what} (${count})`)
  const more =
    reasons.length > reasonsMax ? [`and ${reasons.length - reasonsMax} other things`] : []
  const needs = isVerbose ? `; the others need ${[...named, ...more].join(', ')}` : brief
  const others = inapplicable > 0 ? needs : ''
  const count = (number: number) => number.toLocaleString('en')
  return `judges      at most ${count(musts.length - inapplicable)} of ${count(musts.length)} musts${others}`
}
