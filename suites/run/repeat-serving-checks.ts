// A server may stop serving a path in the middle of a run: an object that it has stored breaks each
// later list, for example. Then most of the later checks cannot be judged, and the checks with the
// rule that the path is served may have passed before.

import type { Check } from '../check.ts'
import type { Verdict } from '../verdict.ts'
import { isAboutServing, servedMethod } from './never-served.ts'

// Fewer checks that cannot be judged have other reasons on most servers.
const unjudgedMin = 5

// The number of consecutive checks that must time out at writes of one method before that method
// counts as stuck.
const timedOutMin = 3

/**
 * Notices while a run lasts that a server carries out no write of a method any more, and returns
 * the checks whose rule this breaks, once for each method. A run that waits for many answers may
 * have no time left for them in their order.
 */
export function noticeStuckWrites(checks: readonly Check[]): (verdict: Verdict) => Check[] {
  const inARow = new Map<string, number>()
  const noticed = new Set<string>()
  return ({ cases, timeOut }) => {
    if (cases === 0) return []
    const method = timeOut?.shape.method
    if (method === undefined) inARow.clear()
    if (method === undefined || method === 'GET' || noticed.has(method)) return []
    const count = (inARow.get(method) ?? 0) + 1
    inARow.set(method, count)
    if (count < timedOutMin) return []
    noticed.add(method)
    return checks.filter(one => servedMethod(one) === method)
  }
}

/** Returns the verdict that replaces an earlier one, or undefined if the earlier one is kept. */
export function replacementVerdict(
  earlier: Verdict | undefined,
  again: Verdict,
): Verdict | undefined {
  if (again.verdict !== 'fail' || earlier?.verdict === 'fail') return undefined
  return earlier?.verdict === 'pass' ? withEarlierPass(again) : again
}

/**
 * Performs the checks about serving again that have not failed, one after the other, if several
 * checks of the run are inconclusive. A failing verdict replaces that of the first time.
 */
export async function repeatServingChecks(
  verdicts: Map<Check, Verdict>,
  judge: (check: Check) => Promise<Verdict>,
  signal: AbortSignal,
): Promise<void> {
  const unjudged = [...verdicts.values()].filter(({ verdict }) => verdict === 'inconclusive')
  if (unjudged.length < unjudgedMin) return
  for (const [check, { verdict }] of verdicts) {
    if (!isAboutServing(check) || !['pass', 'inconclusive'].includes(verdict)) continue
    if (signal.aborted) return
    const again = await judge(check)
    const better = replacementVerdict(verdicts.get(check), again)
    if (better) verdicts.set(check, better)
  }
}

function withEarlierPass(verdict: Verdict): Verdict {
  const { failure, because } = verdict
  const hint = 'It was served earlier in this run; an object that was stored since may break it.'
  return {
    ...verdict,
    because: [because, hint].filter(Boolean).join(' '),
    ...(failure && {
      failure: { ...failure, expected: `${failure.expected}, as earlier in this run` },
    }),
  }
}
