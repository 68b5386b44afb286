// Where a target hangs, a section is given up after a few checks, so that a run does not spend its
// time waiting.

import type { Check } from './check.ts'
import { requirement } from './select.ts'
import type { Verdict } from './verdict.ts'

const checksMax = 3

/** The time-outs of a run by section. */
export type TimeOuts = {
  /** A check is done: was it given up for a request that timed out? */
  judged(verdict: Verdict): void
  /** Why no further check of this one's section is performed, if so. */
  reasonAgainst(check: Check): string | undefined
}

export function timeOutsBySection(): TimeOuts {
  const inARow = new Map<string, number>()
  const givenUp = new Map<string, string>()
  return {
    judged({ id, cases, timeOut }) {
      // What was not performed says nothing about the target either way.
      if (cases === 0) return
      const { section } = requirement(id)
      const count = timeOut === undefined ? 0 : (inARow.get(section) ?? 0) + 1
      inARow.set(section, count)
      if (count >= checksMax)
        givenUp.set(
          section,
          `not performed: ${count} checks of this section in a row timed out (${timeOut})`,
        )
    },
    reasonAgainst: ({ id }) => givenUp.get(requirement(id).section),
  }
}
