// Where a target hangs, a section is given up after a few checks, so that a run does not spend its
// time waiting.

import type { History } from '../properties/history.ts'
import type { Check } from './check.ts'
import { requirement } from './select.ts'
import { timedOutIn } from './time-outs.ts'
import type { Verdict } from './verdict.ts'

const checksMax = 3

/** The time-outs of a run by section. */
export type TimeOuts = {
  sees(check: Check, history: History): void
  /** A check is done: did time-outs keep it from being judged? */
  judged(verdict: Verdict): void
  /** Why no further check of this one's section is performed, if so. */
  reasonAgainst(check: Check): string | undefined
}

export function timeOutsBySection(): TimeOuts {
  const latest = new Map<string, string | undefined>()
  const inARow = new Map<string, number>()
  const givenUp = new Map<string, string>()
  return {
    sees: ({ id }, history) => void latest.set(id, timedOutIn(history)),
    judged({ id, verdict, cases }) {
      // What was not performed says nothing about the target either way.
      if (cases === 0) return
      const { section } = requirement(id)
      const timeOut = latest.get(id)
      const isHung = verdict === 'inconclusive' && timeOut !== undefined
      const count = isHung ? (inARow.get(section) ?? 0) + 1 : 0
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
