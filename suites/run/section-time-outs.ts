// Gives up a section in which a target hangs at one request after the other, so that a run does not
// spend its time waiting. A section is given up only after three different requests have timed
// out in consecutive checks: one that always hangs is rarely sent again (`timeout-policy.ts`).

import type { Check } from '../check.ts'
import { requirement } from '../select/select.ts'
import { shapeText, unansweredText } from '../unserved-requests.ts'
import type { Verdict } from '../verdict.ts'

const requestsMax = 3

/** The time-outs of a run, by section. */
export type TimeOuts = {
  /** Records a finished check and whether it was given up because a request timed out. */
  record(verdict: Verdict): void
  /** Why no further check of this check's section is performed, or undefined. */
  reasonAgainst(check: Check): string | undefined
}

export function trackTimeOuts(): TimeOuts {
  const inARow = new Map<string, { checks: number; requests: Set<string> }>()
  const givenUp = new Map<string, string>()
  return {
    record({ id, cases, timeOut }) {
      // A check that was not performed shows nothing about the target.
      if (cases === 0) return
      const { section } = requirement(id)
      if (timeOut === undefined) return void inARow.delete(section)
      const { checks, requests } = inARow.get(section) ?? { checks: 0, requests: new Set() }
      requests.add(shapeText(timeOut.shape))
      inARow.set(section, { checks: checks + 1, requests })
      if (requests.size >= requestsMax)
        givenUp.set(
          section,
          `not run: ${checks + 1} consecutive checks of this section timed out at ${requests.size} requests (${unansweredText(timeOut)})`,
        )
    },
    reasonAgainst: ({ id }) => givenUp.get(requirement(id).section),
  }
}
