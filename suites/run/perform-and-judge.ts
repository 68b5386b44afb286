// Performs a scenario and judges its history. Repeats it with new names if a request was lost.

import { watchStalls } from '../../fixtures/client/process-stalls.ts'
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
  /** The lost request because of which the history is not judged. */
  lost: LostRequest | undefined
}

export type PerformOptions = {
  signal: AbortSignal
  /** Receives every history. */
  onHistory: (check: Check, history: History, scenario: Scenario) => void
  /** Whether a violation counts that was found with shortened waits. */
  keepsShortWaits?: boolean
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
  return { ...judgementOfScenario(check, history), history }
}

// How often a scenario is performed. A timeout costs half a minute, a broken connection nothing. If
// one request in a hundred is lost, a scenario of many requests often loses one. If a request is
// lost at the same step each time, this is not chance.
const attemptsMax = { 'time-out': 2, transport: 12, stream: 2 } as const
const lostAtOneStepMax = 4

// If this process stood still for so long, it may have read an answer too late, or answered too
// late as a webhook. What it saw is then no evidence against the server.
const stallMs = 1_000
const performancesOfStalledMax = 3

/**
 * Performs and judges a scenario, and repeats the whole of it if a request was lost. Repeating only
 * the request would not do, because a lost write may have been carried out. If a stream that the
 * judge needs broke, the scenario is repeated once, and the second history is judged as it is. A
 * violation is also repeated, at most twice, if this process stood still meanwhile, and with full
 * waits if one of its waits was shortened, unless `keepsShortWaits`.
 */
export async function performAndJudgeWithRetry(
  ...[check, scenario, environment, options]: Parameters<typeof performAndJudge>
): Promise<JudgedScenario> {
  let current = environment
  const lostAt = new Map<string, number>()
  for (let performances = 1; ; performances++) {
    let hasStalled = false
    const end = watchStalls(stallMs, () => (hasStalled = true))
    const performed = await performAndJudge(check, scenario, current, options).finally(end)
    if (
      !options.keepsShortWaits &&
      performed.judgement.violations.length > 0 &&
      current.waits?.isShortened(performed.history)
    ) {
      const { waits: _, ...patient } = current
      current = patient
      continue
    }
    const isDoubtful = performed.judgement.violations.length > 0 && hasStalled
    if (isDoubtful && performances < performancesOfStalledMax) continue
    const step = performed.lost?.step
    const count = 1 + (lostAt.get(step ?? '') ?? 0)
    if (step !== undefined) lostAt.set(step, count)
    if (performances >= mostFor(performed)) return performed
    if (step !== undefined && count >= lostAtOneStepMax) return performed
  }
}

function mostFor({ lost, judgement, history }: JudgedScenario): number {
  if (lost) return attemptsMax[lost.how]
  const isClean = judgement.violations.length === 0 && judgement.whyNotJudged.length === 0
  return isClean || !hasBrokenStream(history) ? 1 : attemptsMax.stream
}
