// Verdicts of checks that could not be judged.

import type { Check } from './check.ts'
import { together } from './judge.ts'
import type { Judgement } from './judge.ts'
import type { Lost } from './lost.ts'
import type { Verdict } from './verdict.ts'

export const inconclusive = (check: Check, judgements: Judgement[], because: string): Verdict => ({
  id: check.id,
  verdict: 'inconclusive',
  cases: judgements.length,
  observations: together(judgements).observed,
  because,
})

/** A request was lost. Only a time-out says that others of the section may hang as well. */
export const unjudged = (
  check: Check,
  judgements: Judgement[],
  because: string,
  { how, request }: Lost,
): Verdict => ({
  ...inconclusive(check, judgements, `${because}: ${request}`),
  ...(how === 'time-out' ? { timeOut: request } : {}),
})
