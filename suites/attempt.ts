// One check on one lane: perform its scenarios, and when one breaks the rule make it small and
// see whether it always does.

import type { Bench } from '../properties/bench.ts'
import type { History } from '../properties/history.ts'
import type { Broken } from '../properties/observation.ts'
import { perform } from '../properties/perform.ts'
import type { Scenario } from '../properties/scenario.ts'
import type { Check } from './check.ts'
import { failureOf } from './failure.ts'
import { judgementOf, together } from './judge.ts'
import type { Judgement } from './judge.ts'
import { scenariosOf } from './seed.ts'
import { shrink } from './shrink.ts'
import type { Origin } from './shrink.ts'
import type { Failure, Verdict } from './verdict.ts'

export type AttemptOptions = {
  seed: number
  runs: number
  /** Milliseconds for all scenarios of one check, and for making a failure small. */
  checkMs: number
  shrinkMs: number
  signal: AbortSignal
  /** Sees every history; for saving and for counting the states reached. */
  onHistory: (check: Check, history: History) => void
}

const rerunsOfFailure = 5

/** The verdict of one check. Rejects when the run's signal fires. */
export async function attempt(
  check: Check,
  bench: Bench,
  options: AttemptOptions,
): Promise<Verdict> {
  const deadline = performance.now() + options.checkMs
  const scenarios = scenariosOf(check, options.seed, options.runs)
  const judgements: Judgement[] = []
  for (const [run, scenario] of scenarios.entries()) {
    if (performance.now() > deadline) return outOfTime(check, judgements, scenarios.length)
    const { judgement } = await judged(check, scenario, bench, options)
    judgements.push(judgement)
    const [broken] = judgement.broken
    if (!broken) continue

    const origin = { check, root: options.seed, run }
    return failed(origin, scenario, broken, judgements, bench, options)
  }
  return { id: check.id, cases: scenarios.length, ...unbroken(check, together(judgements)) }
}

/** Performs and judges a scenario once. */
export async function judged(
  check: Check,
  scenario: Scenario,
  bench: Bench,
  { signal, onHistory }: Pick<AttemptOptions, 'signal' | 'onHistory'>,
): Promise<{ judgement: Judgement; history: History }> {
  const history = await perform(scenario, bench, signal)
  onHistory(check, history)
  return { judgement: judgementOf(check.judge, history), history }
}

function unbroken(check: Check, all: Judgement): Omit<Verdict, 'id' | 'cases'> {
  const observations = all.observed
  if (observations >= check.observationsMin) return { verdict: 'pass', observations }
  if (all.noted.length > 0) {
    return { verdict: 'observed', observations, because: [...new Set(all.noted)].join('; ') }
  }
  const because =
    all.unmet[0] ?? `observed ${observations} of at least ${check.observationsMin} times`
  return { verdict: 'inconclusive', observations, because }
}

const outOfTime = (check: Check, judgements: Judgement[], planned: number): Verdict => ({
  id: check.id,
  verdict: 'inconclusive',
  cases: judgements.length,
  observations: together(judgements).observed,
  because: `time ran out after ${judgements.length} of ${planned} scenarios`,
})

async function failed(
  origin: Origin,
  scenario: Scenario,
  broken: Broken,
  judgements: Judgement[],
  bench: Bench,
  options: AttemptOptions,
): Promise<Verdict> {
  const { check } = origin
  const breaksAgain = async (candidate: Scenario) => {
    const { judgement, history } = await judged(check, candidate, bench, options)
    const same = judgement.broken.find(one => one.says === broken.says)
    return same ? { broken: same, history } : undefined
  }
  // A judge that throws on a smaller scenario must not hide the failure of the whole one.
  const stillFails = (candidate: Scenario) =>
    breaksAgain(candidate).then(
      again => again !== undefined,
      () => {
        options.signal.throwIfAborted()
        return false
      },
    )
  const smallest = await shrink(scenario, origin, stillFails, options.shrinkMs)

  const reruns = []
  for (let rerun = 0; rerun < rerunsOfFailure; rerun++) reruns.push(await breaksAgain(smallest))
  const shown = reruns.filter(rerun => rerun !== undefined)
  const counts = { failed: shown.length, of: rerunsOfFailure }
  const last = shown.at(-1)
  const failure: Failure = failureOf({
    ...origin,
    scenario: smallest,
    reruns: counts,
    broken: last?.broken ?? broken,
    history: last?.history,
  })
  return {
    id: check.id,
    verdict: counts.failed === counts.of ? 'fail' : 'flaky',
    cases: judgements.length,
    observations: together(judgements).observed,
    because: `${failure.says} Expected ${failure.expected}, got ${failure.got}.`,
    failure,
  }
}
