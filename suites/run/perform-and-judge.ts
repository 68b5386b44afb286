// Performs a scenario and judges its history; again, under fresh names, where a request was lost.

import type { Environment } from '../../properties/perform/environment.ts'
import type { History } from '../../properties/history/history.ts'
import { perform } from '../../properties/perform/perform.ts'
import type { Scenario } from '../../properties/dsl/scenario.ts'
import type { Check } from '../check.ts'
import { judgementOfScenario } from '../judge/judge.ts'
import type { Judgement } from '../judge/judge.ts'
import { hasBrokenStream } from '../judge/lost-requests.ts'
import type { LostRequest } from '../judge/lost-requests.ts'

export type JudgedScenario = {
  judgement: Judgement
  history: History
  /** Why nothing can be judged by it: a request was lost. */
  lost: LostRequest | undefined
}

export type PerformOptions = {
  signal: AbortSignal
  /** Sees every history. */
  onHistory: (check: Check, history: History, scenario: Scenario) => void
}

/** Performs and judges a scenario once. */
export async function performAndJudge(
  check: Check,
  scenario: Scenario,
  environment: Environment,
  { signal, onHistory }: PerformOptions,
): Promise<JudgedScenario> {
  const history = await perform(scenario, environment, signal)
  onHistory(check, history, scenario)
  return { ...judgementOfScenario(check.judge, history), history }
}

// A time-out costs half a minute, a broken connection nothing. A scenario of many requests is lost
// often where one request in a hundred is; one that is lost at the same step each time is not lost
// by chance.
const performancesMax = { 'time-out': 2, transport: 12, stream: 2 } as const
const lostAtOneStepMax = 4

/**
 * The same, and again where a request was lost: not the request alone, for a lost write may have
 * been carried out. Where a stream broke off that the judge could not do without, once more, too;
 * but what comes of that is judged as it is.
 */
export async function performAndJudgeWithRetry(
  ...given: Parameters<typeof performAndJudge>
): Promise<JudgedScenario> {
  const lostAt = new Map<string, number>()
  for (let performances = 1; ; performances++) {
    const performed = await performAndJudge(...given)
    const step = performed.lost?.step
    const count = 1 + (lostAt.get(step ?? '') ?? 0)
    if (step !== undefined) lostAt.set(step, count)
    if (performances >= mostFor(performed)) return performed
    if (step !== undefined && count >= lostAtOneStepMax) return performed
  }
}

function mostFor({ lost, judgement, history }: JudgedScenario): number {
  if (lost) return performancesMax[lost.how]
  const isClean = judgement.broken.length === 0 && judgement.unmet.length === 0
  return isClean || !hasBrokenStream(history) ? 1 : performancesMax.stream
}
