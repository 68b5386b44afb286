// Where a target hangs at one request after the other, a section is given up after a few checks, so
// that a run does not spend its time waiting. A single request that always hangs gives up no
// section: it is hardly sent again (`timeout-policy.ts`), and which checks came before it is chance.

import type { Check } from '../check.ts'
import { requirement } from '../select/select.ts'
import type { Verdict } from '../verdict.ts'

const requestsMax = 3

/** The time-outs of a run by section. */
export type TimeOuts = {
  /** A check is done: was it given up for a request that timed out? */
  judged(verdict: Verdict): void
  /** Why no further check of this one's section is performed, if so. */
  reasonAgainst(check: Check): string | undefined
}

export function trackTimeOuts(): TimeOuts {
  const inARow = new Map<string, { checks: number; requests: Set<string> }>()
  const givenUp = new Map<string, string>()
  return {
    judged({ id, cases, timeOut }) {
      // What was not performed says nothing about the target either way.
      if (cases === 0) return
      const { section } = requirement(id)
      if (timeOut === undefined) return void inARow.delete(section)
      const { checks, requests } = inARow.get(section) ?? { checks: 0, requests: new Set() }
      requests.add(timeOut.split(': ')[0] ?? timeOut)
      inARow.set(section, { checks: checks + 1, requests })
      if (requests.size >= requestsMax)
        givenUp.set(
          section,
          `not run: ${checks + 1} consecutive checks of this section timed out at ${requests.size} requests (${timeOut})`,
        )
    },
    reasonAgainst: ({ id }) => givenUp.get(requirement(id).section),
  }
}
