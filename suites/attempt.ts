// One check on one lane: perform its scenarios, and when one breaks the rule make it small and
// see whether it always does.

import type { Bench } from '../properties/bench.ts'
import type { History } from '../properties/history.ts'
import { isDepartedFrom } from '../properties/laws/configuration.ts'
import type { Broken } from '../properties/observation.ts'
import { perform } from '../properties/perform.ts'
import { isAccepts, isTogether } from '../properties/scenario.ts'
import type { Scenario } from '../properties/scenario.ts'
import type { Check } from './check.ts'
import { failureOf } from './failure.ts'
import { judgementOfScenario, together } from './judge.ts'
import type { Judgement } from './judge.ts'
import type { Draw } from './prefer.ts'
import { drawsOf } from './seed.ts'
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
  onHistory: (check: Check, history: History, scenario: Scenario) => void
  /** The scenarios that the seed draws, where they are at hand. */
  draws?: Draw[]
}

const rerunsOfFailure = 5

// A request may be lost once; a check whose scenarios go on timing out is given up.
const timeOutsMax = 3

/** The verdict of one check. Rejects when the run's signal fires. */
export async function attempt(
  check: Check,
  bench: Bench,
  options: AttemptOptions,
): Promise<Verdict> {
  const deadline = performance.now() + options.checkMs
  const draws = options.draws ?? drawsOf(check, options.seed, options.runs)
  const judgements: Judgement[] = []
  const lost: string[] = []
  let timeOuts = 0
  for (const { scenario, at } of draws) {
    if (performance.now() > deadline) return outOfTime(check, judgements, draws.length)
    const { judgement, history, timeOut } = await judgedTwice(check, scenario, bench, options)
    judgements.push(judgement)
    timeOuts = timeOut === undefined ? 0 : timeOuts + 1
    if (timeOut !== undefined) lost.push(timeOut)
    if (timeOut !== undefined && timeOuts >= timeOutsMax) {
      const because = `given up after ${timeOuts} scenarios in a row with a request that timed out`
      return { ...inconclusive(check, judgements, `${because}: ${timeOut}`), timeOut }
    }
    const [broken] = judgement.broken
    if (!broken) continue

    const origin = { check, root: options.seed, run: at }
    return failed(origin, { scenario, broken, history }, judgements, bench, options)
  }
  const { id } = check
  const cases = draws.length
  const found = unbroken(check, judgements)
  const [timeOut] = lost
  // One input on which a server always hangs must not pass for the nineteen on which it does not.
  if (timeOut !== undefined && found.verdict !== 'observed') {
    const because = `${lost.length} of ${cases} scenarios timed out twice: ${timeOut}`
    return { ...inconclusive(check, judgements, because), timeOut }
  }
  const isGood = found.verdict === 'pass' || found.verdict === 'observed'
  const isDeparted = draws.some(({ scenario }) => departs(scenario, bench.dialect))
  if (!isGood || !isDeparted) return { id, cases, ...found }
  return { id, cases, ...found, verdict: 'inapplicable', because: departed }
}

// What is left of such a row may fail, but shows too little of it to pass.
export const departed =
  'genuine servers depart from the letter of this row; what they share with it held'

const departs = ({ steps }: Scenario, dialect: string): boolean =>
  steps.some(step => isAccepts(step) && isDepartedFrom(step.as, dialect))

type Performed = { judgement: Judgement; history: History; timeOut: string | undefined }

/** Performs and judges a scenario once. */
export async function judged(
  check: Check,
  scenario: Scenario,
  bench: Bench,
  { signal, onHistory }: Pick<AttemptOptions, 'signal' | 'onHistory'>,
): Promise<Performed> {
  const history = await perform(scenario, bench, signal)
  onHistory(check, history, scenario)
  return { ...judgementOfScenario(check.judge, history), history }
}

/** The same, and once more where a request timed out: one may be lost. */
async function judgedTwice(...given: Parameters<typeof judged>): Promise<Performed> {
  const first = await judged(...given)
  return first.timeOut === undefined ? first : judged(...given)
}

// Foreign writers and busy servers may spoil some scenarios of a property; beyond this share it has
// not been put to the test. An example has one scenario, and that must speak.
const runsByDefault = 20
const silentShareMax = 0.25

function unbroken(check: Check, judgements: Judgement[]): Omit<Verdict, 'id' | 'cases'> {
  const { observed: observations, noted, unmet } = together(judgements)
  if (noted.length > 0) {
    return { verdict: 'observed', observations, because: [...new Set(noted)].join('; ') }
  }
  const silent = judgements.filter(judgement => judgement.unmet.length > 0).length
  if (silent > judgements.length * silentShareMax) {
    const because = `${silent} of ${judgements.length} scenarios say nothing: ${unmet[0]}`
    return { verdict: 'inconclusive', observations, because }
  }
  // How many are enough is said for a default run; a shorter one can show only its part of them.
  const usual = Math.min(runsByDefault, check.runsMax ?? runsByDefault)
  const share = Math.min(1, judgements.length / usual)
  const enough = check.form === 'example' ? check.observationsMin : check.observationsMin * share
  if (observations >= Math.ceil(enough)) return { verdict: 'pass', observations }
  const because = `observed ${observations} of at least ${Math.ceil(enough)} times`
  return { verdict: 'inconclusive', observations, because }
}

const inconclusive = (check: Check, judgements: Judgement[], because: string): Verdict => ({
  id: check.id,
  verdict: 'inconclusive',
  cases: judgements.length,
  observations: together(judgements).observed,
  because,
})

const outOfTime = (check: Check, judgements: Judgement[], planned: number): Verdict =>
  inconclusive(check, judgements, `time ran out after ${judgements.length} of ${planned} scenarios`)

type Found = { scenario: Scenario; broken: Broken; history: History }

async function failed(
  origin: Origin,
  found: Found,
  judgements: Judgement[],
  bench: Bench,
  options: AttemptOptions,
): Promise<Verdict> {
  const { check } = origin
  const { scenario, broken } = found
  const sameIn = ({ judgement, history }: Performed, candidate: Scenario) => {
    const same = judgement.broken.find(one => one.says === broken.says)
    return same && { scenario: candidate, broken: same, history }
  }
  const breaksAgain = async (candidate: Scenario) =>
    sameIn(await judged(check, candidate, bench, options), candidate)
  // A judge that throws on a smaller scenario must not hide the failure of the whole one.
  const breaksOnce = (candidate: Scenario) =>
    breaksAgain(candidate).then(
      again => again !== undefined,
      () => {
        options.signal.throwIfAborted()
        return false
      },
    )
  // What is done at once may come out otherwise next time: a smaller case is to fail steadily.
  const stillFails = async (candidate: Scenario) =>
    (await breaksOnce(candidate)) &&
    (!candidate.steps.some(isTogether) || (await breaksOnce(candidate)))
  const smallest = await shrink(scenario, origin, stillFails, options.shrinkMs)
  const lost: string[] = []
  const rerunsOf = async (candidate: Scenario) => {
    const reruns = []
    for (let rerun = 0; rerun < rerunsOfFailure; rerun++) {
      const performed = await judgedTwice(check, candidate, bench, options)
      if (performed.timeOut !== undefined) lost.push(performed.timeOut)
      reruns.push(sameIn(performed, candidate))
    }
    return reruns.filter(rerun => rerun !== undefined)
  }
  const small = await rerunsOf(smallest)
  // A case that lost its steadiness on the way is shown as it was found, if that is steadier.
  const isSteady = small.length === rerunsOfFailure || smallest === scenario
  const whole = isSteady ? [] : await rerunsOf(scenario)
  const shown = whole.length > small.length ? whole : small
  const counts = { failed: shown.length, of: rerunsOfFailure }
  const [timeOut] = lost
  if (timeOut !== undefined && counts.failed === 0) {
    const because = `a failure could not be confirmed because a request timed out: ${timeOut}`
    return { ...inconclusive(check, judgements, because), timeOut }
  }
  // What failed once and never again is shown as it was found.
  const failure: Failure = failureOf({ ...origin, ...(shown.at(-1) ?? found), reruns: counts })
  return {
    id: check.id,
    verdict: counts.failed === counts.of ? 'fail' : 'flaky',
    cases: judgements.length,
    observations: together(judgements).observed,
    because: `${failure.says} Expected ${failure.expected}, got ${failure.got}.${delayed(lost)}`,
    failure,
  }
}

const delayed = ([timeOut, ...others]: string[]): string =>
  timeOut === undefined ? '' : ` ${others.length + 1} repetitions timed out: ${timeOut}.`
