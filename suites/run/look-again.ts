// A server may stop serving a path in the middle of a run: an object that it has stored breaks each
// later list, for example. Then most of the later checks cannot be judged, and the checks with the
// rule that the path is served may have passed before.

import type { Check } from '../check.ts'
import type { Verdict } from '../verdict.ts'
import { isAboutServing } from './never-served.ts'

// Fewer checks that cannot be judged have other reasons on most servers.
const unjudgedMin = 5

/**
 * Performs the checks about serving again that have not failed, one after the other, if several
 * checks of the run are inconclusive. A failing verdict replaces that of the first time.
 */
export async function lookAgain(
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
    if (again.verdict === 'fail')
      verdicts.set(check, verdict === 'pass' ? withEarlierPass(again) : again)
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
