// Verdicts of checks that could not be judged.

import type { Check } from '../check.ts'
import { mergeJudgements } from './judge.ts'
import type { Judgement } from './judge.ts'
import type { LostRequest } from './lost-requests.ts'
import { unansweredText } from '../unserved-requests.ts'
import type { Verdict } from '../verdict.ts'

export const inconclusiveVerdict = (
  check: Check,
  judgements: Judgement[],
  because: string,
): Verdict => ({
  id: check.id,
  verdict: 'inconclusive',
  cases: judgements.length,
  observations: mergeJudgements(judgements).testedCount,
  because,
})

/**
 * The verdict on a check that lost a request. Only a time-out suggests that other checks of the
 * section hang as well.
 */
export const lostRequestVerdict = (
  check: Check,
  judgements: Judgement[],
  because: string,
  { how, shape, problem }: LostRequest,
): Verdict => ({
  ...inconclusiveVerdict(check, judgements, `${because}: ${unansweredText({ shape, problem })}`),
  ...(how === 'time-out' ? { timeOut: { shape, problem } } : {}),
  ...(how === 'transport' && shape.method === 'GET' ? { hadFailedReads: true } : {}),
})
