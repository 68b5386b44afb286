// A server that keeps few versions may expire one while other checks write. Such a check is
// performed again when no other runs.

import type { Check } from '../check.ts'
import type { Verdict } from '../verdict.ts'

const isExpired = ({ verdict, because = '' }: Verdict): boolean =>
  verdict === 'inconclusive' && /\breturned 410\b/.test(because)

/**
 * Performs again, one after the other, the checks that could not be judged because a version that
 * the server had returned was answered with 410. A verdict that decides replaces the first one.
 */
export async function repeatExpiredChecks(
  verdicts: Map<Check, Verdict>,
  judge: (check: Check) => Promise<Verdict>,
  signal: AbortSignal,
): Promise<void> {
  for (const [check, earlier] of verdicts) {
    if (!isExpired(earlier)) continue
    if (signal.aborted) return
    const again = await judge(check)
    if (again.verdict !== 'inconclusive') verdicts.set(check, again)
  }
}
