// The verdict on a check whose scenario broke the rule: shrinks the scenario, repeats it, and
// performs it on the reference.

import type { Environment } from '../../properties/perform/environment.ts'
import { isConcurrentStep } from '../../properties/dsl/scenario.ts'
import type { Scenario } from '../../properties/dsl/scenario.ts'
import type { CheckRunOptions } from './check-run-options.ts'
import { requestedCapabilities } from '../judge/capabilities.ts'
import { referenceOutcomeText } from '../failure/reference-outcome.ts'
import type { ReferenceOutcome } from '../failure/reference-outcome.ts'
import { buildFailure } from '../failure/failure.ts'
import { inconclusiveVerdict, lostRequestVerdict } from '../judge/inconclusive-verdict.ts'
import { mergeJudgements } from '../judge/judge.ts'
import type { Judgement } from '../judge/judge.ts'
import { lostRequestMessages } from '../judge/lost-requests.ts'
import type { LostRequest } from '../judge/lost-requests.ts'
import { performAndJudge, performAndJudgeWithRetry } from './perform-and-judge.ts'
import type { JudgedScenario } from './perform-and-judge.ts'
import { isSameFailure } from '../failure/same-failure.ts'
import type { ObservedFailure } from '../failure/same-failure.ts'
import { shrink } from '../failure/shrink.ts'
import { withinBudget } from '../failure/shrink-budget.ts'
import type { ScenarioOrigin } from '../failure/shrink.ts'
import { unansweredText } from '../unserved-requests.ts'
import type { Verdict } from '../verdict.ts'

/** How often a failing scenario is repeated before its verdict. */
export const rerunsOfFailure = 5

/** The failing check, where its scenario comes from, and its environment. */
export type FailingContext = {
  origin: ScenarioOrigin
  judgements: Judgement[]
  environment: Environment
  options: CheckRunOptions
}

/** A scenario that violates the rule, and the history that shows it. */
export type FailingScenario = ObservedFailure & { scenario: Scenario }

type Reruns = { scenario: Scenario; failed: FailingScenario[]; lost: LostRequest[] }

/** Returns the verdict on a check after one of its scenarios broke the rule. */
export async function failureVerdict(
  failing: FailingContext,
  found: FailingScenario,
): Promise<Verdict> {
  const { origin, judgements, options } = failing
  const { check } = origin
  const smallest = await withinBudget(options, limitMs =>
    shrink(found.scenario, origin, candidate => stillFails(failing, found, candidate), limitMs),
  )
  const small = await rerun(failing, found, smallest)
  // If shrinking made the failure less reproducible, the original scenario is reported.
  const isSteady = small.failed.length === rerunsOfFailure || smallest === found.scenario
  const whole = isSteady ? undefined : await rerun(failing, found, found.scenario)
  const steadier = whole && whole.failed.length > small.failed.length ? whole : small
  const unconfirmed = (lost: LostRequest) => {
    const because = `a failure could not be confirmed because ${lostRequestMessages[lost.how].unconfirmed}`
    return lostRequestVerdict(check, judgements, because, lost)
  }
  const [lostFirst] = [...small.lost, ...(whole?.lost ?? [])]
  if (lostFirst && steadier.failed.length === 0) return unconfirmed(lostFirst)
  const { reruns, onReference } = await confirmed(failing, found, steadier)
  const [lostLater] = reruns.lost
  if (lostLater && reruns.failed.length === 0) return unconfirmed(lostLater)
  const counts = { failed: reruns.failed.length, of: rerunsOfFailure }
  // A failure that did not happen again is reported as it was found.
  const evidence = reruns.failed.at(-1) ?? found
  const failure = {
    ...buildFailure({
      ...origin,
      ...evidence,
      reruns: counts,
      access: options.access,
    }),
    ...(onReference ? { reference: referenceOutcomeText(onReference) } : {}),
  }
  const broken = `${failure.says} Expected ${failure.expected}, got ${failure.got}.`
  if (onReference?.outcome === 'fails')
    return { ...inconclusiveVerdict(check, judgements, `${onBoth} ${broken}`), failure }
  return {
    id: check.id,
    verdict: counts.failed === counts.of ? 'fail' : 'flaky',
    cases: judgements.length,
    observations: mergeJudgements(judgements).testedCount,
    because: `${broken}${delayed([...small.lost, ...(whole?.lost ?? [])])}`,
    failure,
    requestedCapabilities: requestedCapabilities(evidence.history),
  }
}

const onBoth = 'the case fails on the reference as well: a fault of this program, please report it.'

/**
 * Confirms the case on the reference. Shrinking may have left out what the rule needs: if the small
 * case fails on the reference and the whole one holds there, the whole one is reported.
 */
async function confirmed(
  failing: FailingContext,
  found: FailingScenario,
  reruns: Reruns,
): Promise<{ reruns: Reruns; onReference?: ReferenceOutcome }> {
  const { crossCheck } = failing.options
  if (!crossCheck) return { reruns }
  const { check } = failing.origin
  const onReference = await crossCheck(check, reruns.scenario)
  if (onReference.outcome !== 'fails' || reruns.scenario === found.scenario)
    return { reruns, onReference }
  const ofWhole = await crossCheck(check, found.scenario)
  if (ofWhole.outcome !== 'holds') return { reruns, onReference }
  return { reruns: await rerun(failing, found, found.scenario), onReference: ofWhole }
}

/**
 * Repeats a scenario `rerunsOfFailure` times. The failure was found with full waits, and the first
 * re-run has them, too; the others keep waits short that never came true on this server.
 */
async function rerun(
  failing: FailingContext,
  found: FailingScenario,
  scenario: Scenario,
): Promise<Reruns> {
  const { origin, environment, options } = failing
  const reruns: Reruns = { scenario, failed: [], lost: [] }
  for (let count = 0; count < rerunsOfFailure; count++) {
    const performed = await performAndJudgeWithRetry(origin.check, scenario, environment, {
      ...options,
      keepsShortWaits: count > 0,
    })
    if (performed.lost) reruns.lost.push(performed.lost)
    const same = sameFailureIn(performed, found)
    if (same) reruns.failed.push({ ...same, scenario })
  }
  return reruns
}

/** The violation of the same sentence, if there is one. */
function sameFailureIn(
  { judgement, history }: JudgedScenario,
  found: FailingScenario,
): ObservedFailure | undefined {
  const broken = judgement.violations.find(one => one.says === found.broken.says)
  return broken && { broken, history, judgement }
}

/**
 * Concurrent steps may have another outcome next time, so a smaller case with them must fail twice.
 */
async function stillFails(
  failing: FailingContext,
  found: FailingScenario,
  candidate: Scenario,
): Promise<boolean> {
  if (!(await failsOnce(failing, found, candidate))) return false
  return !candidate.steps.some(isConcurrentStep) || failsOnce(failing, found, candidate)
}

async function failsOnce(
  { origin, environment, options }: FailingContext,
  found: FailingScenario,
  candidate: Scenario,
): Promise<boolean> {
  try {
    const same = sameFailureIn(
      await performAndJudge(origin.check, candidate, environment, options),
      found,
    )
    return same !== undefined && isSameFailure(found, same)
  } catch {
    // A judge that throws on a smaller scenario must not hide the original failure.
    options.signal.throwIfAborted()
    return false
  }
}

const delayed = ([first, ...others]: LostRequest[]): string =>
  first
    ? ` ${others.length + 1} repetitions ${lostRequestMessages[first.how].rerun}: ${unansweredText(first)}.`
    : ''
