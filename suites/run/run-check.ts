// Runs one check in one environment: performs its scenarios. The first failure is shrunk and
// repeated (`failure-verdict.ts`).

import type { Environment } from '../../properties/perform/environment.ts'
import type { CheckRunOptions } from './check-run-options.ts'
import { requestedCapabilities } from '../judge/capabilities.ts'
import type { Check } from '../check.ts'
import { failureVerdict } from './failure-verdict.ts'
import { inconclusiveVerdict, lostRequestVerdict } from '../judge/inconclusive-verdict.ts'
import { mergeJudgements } from '../judge/judge.ts'
import type { Judgement } from '../judge/judge.ts'
import { departureVerdict } from '../judge/departure-verdict.ts'
import { hasFailedRead, lostRequestMessages } from '../judge/lost-requests.ts'
import type { LostRequest } from '../judge/lost-requests.ts'
import { neverServedVerdict } from './never-served.ts'
import { performAndJudgeWithRetry } from './perform-and-judge.ts'
import { drawScenarios } from '../select/seed.ts'
import { scenariosForConformance } from '../verdict.ts'
import type { Capability, Verdict } from '../verdict.ts'
import { unmetReason } from './unmet-reason.ts'

// How many flaky failures end a check. A race does not fail every time, but another scenario may
// show the same fault every time.
const flakyMax = 3

// If the first scenarios cannot be judged for one reason, the server probably lacks what the check
// needs, and the check cannot pass any more. A slow server would take minutes for the others.
const unjudgedFirstMax = 6

// A request may be lost once. A check whose scenarios keep losing requests is given up.
const lostInARowMax = 3

/** Returns the verdict of one check. Rejects when the signal of the run fires. */
export async function runCheck(
  check: Check,
  environment: Environment,
  options: CheckRunOptions,
): Promise<Verdict> {
  const deadline = performance.now() + options.checkMs
  const draws = options.draws ?? drawScenarios(check, options.seed, options.scenarios)
  const judgements: Judgement[] = []
  const lost: LostRequest[] = []
  const requested = new Set<Capability>()
  // A scenario may show nothing without an unmet precondition, such as no event of a watch.
  const unobserved = new Set<Capability>()
  let unjudged: string | undefined
  let lostInARow = 0
  let hadFailedReads = false
  let isShortened = false
  const flaky: Verdict[] = []
  for (const { scenario, drawIndex } of draws) {
    if (options.shortener?.endsCheck(judgements.length, draws.length, isDecided(judgements))) {
      isShortened = true
      break
    }
    if (performance.now() > deadline) return flaky[0] ?? outOfTime(check, judgements, draws.length)
    const performed = await performAndJudgeWithRetry(check, scenario, environment, options)
    const { judgement, history } = performed
    judgements.push(judgement)
    hadFailedReads ||= hasFailedRead(history)
    const origin = { check, root: options.seed, drawIndex }
    lostInARow = performed.lost === undefined ? 0 : lostInARow + 1
    if (performed.lost) lost.push(performed.lost)
    const [unmet] = judgement.whyNotJudged
    for (const one of judgement.testedCount === 0 ? requestedCapabilities(history) : [])
      unobserved.add(one)
    if (unmet !== undefined) {
      for (const one of requestedCapabilities(history)) requested.add(one)
      unjudged ??= unmetReason(unmet, history)
      const cases = judgements.length
      const unjudgedCase = { origin, environment, options, scenario, history, cases }
      const neverServed = await neverServedVerdict(unjudgedCase)
      if (neverServed) return neverServed
    }
    if (performed.lost && lostInARow >= lostInARowMax) {
      const { inARow } = lostRequestMessages[performed.lost.how]
      const because = `stopped after ${lostInARow} consecutive scenarios ${inARow}`
      return flaky[0] ?? lostRequestVerdict(check, judgements, because, performed.lost)
    }
    const [broken] = judgement.violations
    if (judgements.length === unjudgedFirstMax && areUnjudgedAlike(judgements)) break
    if (!broken) continue

    const verdict = await failureVerdict(
      { origin, judgements, environment, options },
      { scenario, broken, history, judgement },
    )
    if (verdict.verdict === 'fail') return verdict
    if (verdict.verdict !== 'flaky') return flaky[0] ?? verdict
    if (flaky.push(verdict) === flakyMax) break
  }
  const shortened = isShortened ? ({ shortened: true } as const) : {}
  if (flaky[0]) return { ...flaky[0], ...shortened }
  const { id } = check
  const cases = judgements.length
  const found = { ...verdictWithoutViolation(check, judgements, unjudged), ...shortened }
  const [first] = lost
  // A server may hang on one of twenty inputs. The verdicts on the other nineteen must not make it
  // a pass.
  if (first && found.verdict !== 'observed') {
    const because = `${lost.length} of ${cases} scenarios ${lostRequestMessages[first.how].scenario}`
    return { ...lostRequestVerdict(check, judgements, because, first), ...shortened }
  }
  if (found.verdict === 'inconclusive') {
    const reads = {
      ...(hadFailedReads && { hadFailedReads }),
      ...(mergeJudgements(judgements).hadOtherWriter && { hadOtherWriter: true as const }),
    }
    const all = [...requested, ...(found.observations === 0 ? unobserved : [])]
    return { id, cases, ...found, ...reads, requestedCapabilities: [...new Set(all)] }
  }
  const departure =
    found.verdict === 'pass' ? departureVerdict(mergeJudgements(judgements).departures) : undefined
  return { id, cases, ...found, ...departure }
}

// Other writers and busy servers may spoil some scenarios of a property. Beyond this share the rule
// was not tested. An example has only one scenario, which must be judged.
const unjudgedShareMax = 0.25

function verdictWithoutViolation(
  check: Check,
  judgements: Judgement[],
  reason = '',
): Omit<Verdict, 'id' | 'cases'> {
  const { testedCount: observations, recorded: noted, notApplicable } = mergeJudgements(judgements)
  if (noted.length > 0) {
    return { verdict: 'observed', observations, because: [...new Set(noted)].join('; ') }
  }
  const unjudged = unjudgedCount(judgements)
  if (unjudged > judgements.length * unjudgedShareMax) {
    const because = `${unjudged} of ${judgements.length} scenarios could not be judged: ${reason}`
    return { verdict: 'inconclusive', observations, because }
  }
  const [inapplicable] = notApplicable
  if (observations === 0 && unjudged === 0 && inapplicable !== undefined)
    return { verdict: 'inapplicable', observations, because: `skipped: ${inapplicable}` }
  const enough = observationsNeeded(check, judgements.length - notApplicable.length)
  if (observations >= enough) return { verdict: 'pass', observations }
  const because = `only ${observations} of at least ${enough} observations were made`
  return { verdict: 'inconclusive', observations, because }
}

const unjudgedCount = (judgements: Judgement[]): number =>
  judgements.filter(one => one.whyNotJudged.length > 0).length

/** Whether enough of these scenarios were judged, and show something about the rule. */
const isDecided = (judgements: Judgement[]): boolean =>
  judgements.some(
    ({ testedCount, recorded, notApplicable }) =>
      testedCount + recorded.length + notApplicable.length > 0,
  ) && unjudgedCount(judgements) <= judgements.length * unjudgedShareMax

/**
 * Returns the observations needed for a pass: `observationsMin`, scaled to the number of scenarios
 * to which the rule applies.
 */
function observationsNeeded(
  { kind, scenariosMax, observationsMin }: Check,
  scenarios: number,
): number {
  const byDefault =
    kind === 'example'
      ? 1
      : Math.min(scenariosForConformance, scenariosMax ?? scenariosForConformance)
  return Math.ceil(observationsMin * Math.min(1, scenarios / byDefault))
}

/** Whether no scenario could be judged, all for the same reason but for its numbers and names. */
function areUnjudgedAlike(judgements: Judgement[]): boolean {
  const reasons = judgements.map(({ testedCount, whyNotJudged: [unmet] }) =>
    testedCount === 0 && unmet !== undefined
      ? unmetReason(unmet).replaceAll(/\d+/g, '0')
      : undefined,
  )
  return reasons[0] !== undefined && new Set(reasons).size === 1
}

const outOfTime = (check: Check, judgements: Judgement[], planned: number): Verdict =>
  inconclusiveVerdict(
    check,
    judgements,
    `time ran out after ${judgements.length} of ${planned} scenarios`,
  )
