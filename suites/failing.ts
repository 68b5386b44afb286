// A scenario broke the rule: make it small, see whether it always fails, and whether it is a case
// that a good server passes.

import type { Bench } from '../properties/perform/bench.ts'
import { isTogether } from '../properties/dsl/scenario.ts'
import type { Scenario } from '../properties/dsl/scenario.ts'
import type { AttemptOptions } from './attempt-options.ts'
import { askedIn } from './capabilities.ts'
import { confirmationText } from './confirmation.ts'
import type { Confirmation } from './confirmation.ts'
import { failureOf } from './failure.ts'
import { inconclusive, unjudged } from './inconclusive.ts'
import { together } from './judge.ts'
import type { Judgement } from './judge.ts'
import { lostWords } from './lost.ts'
import type { Lost } from './lost.ts'
import { judged, judgedUnlessLost } from './performed.ts'
import type { Performed } from './performed.ts'
import { isSameFailure } from './same-failure.ts'
import type { Seen } from './same-failure.ts'
import { shrink } from './shrink.ts'
import { withinBudget } from './shrink-budget.ts'
import type { Origin } from './shrink.ts'
import type { Verdict } from './verdict.ts'

const rerunsOfFailure = 5

/** The check whose scenario failed, and where. */
export type Failing = {
  origin: Origin
  judgements: Judgement[]
  bench: Bench
  options: AttemptOptions
}

export type Found = Seen & { scenario: Scenario }

type Reruns = { scenario: Scenario; failed: Found[]; lost: Lost[] }

/** The verdict of a check one of whose scenarios broke the rule. */
export async function failureVerdict(failing: Failing, found: Found): Promise<Verdict> {
  const { origin, judgements, options } = failing
  const { check } = origin
  const smallest = await withinBudget(options, limitMs =>
    shrink(found.scenario, origin, candidate => stillFails(failing, found, candidate), limitMs),
  )
  const small = await rerun(failing, found, smallest)
  // A case that lost its steadiness on the way is shown as it was found, if that is steadier.
  const isSteady = small.failed.length === rerunsOfFailure || smallest === found.scenario
  const whole = isSteady ? undefined : await rerun(failing, found, found.scenario)
  const steadier = whole && whole.failed.length > small.failed.length ? whole : small
  const [lost] = [...small.lost, ...(whole?.lost ?? [])]
  if (lost && steadier.failed.length === 0) {
    const because = `a failure could not be confirmed because ${lostWords[lost.how].unconfirmed}`
    return unjudged(check, judgements, because, lost)
  }
  const { reruns, confirmation } = await confirmed(failing, found, steadier)
  const [lostLater] = reruns.lost
  if (lostLater && reruns.failed.length === 0) {
    const because = `a failure could not be confirmed because ${lostWords[lostLater.how].unconfirmed}`
    return unjudged(check, judgements, because, lostLater)
  }
  const counts = { failed: reruns.failed.length, of: rerunsOfFailure }
  // What failed once and never again is shown as it was found.
  const evidence = reruns.failed.at(-1) ?? found
  const failure = {
    ...failureOf({
      ...origin,
      ...evidence,
      reruns: counts,
      access: options.access,
    }),
    ...(confirmation ? { reference: confirmationText(confirmation) } : {}),
  }
  const broken = `${failure.says} Expected ${failure.expected}, got ${failure.got}.`
  if (confirmation?.word === 'fails')
    return { ...inconclusive(check, judgements, `${onBoth} ${broken}`), failure }
  return {
    id: check.id,
    verdict: counts.failed === counts.of ? 'fail' : 'flaky',
    cases: judgements.length,
    observations: together(judgements).observed,
    because: `${broken}${delayed([...small.lost, ...(whole?.lost ?? [])])}`,
    failure,
    asks: askedIn(evidence.history),
  }
}

const onBoth = 'the case fails on the reference as well: a fault of this program, please report it.'

/**
 * The case as the reference confirms it. What was left out may be what the rule needs: where the
 * small case fails on the reference and the whole one does not, the whole one is shown.
 */
async function confirmed(
  failing: Failing,
  found: Found,
  reruns: Reruns,
): Promise<{ reruns: Reruns; confirmation?: Confirmation }> {
  const { confirm } = failing.options
  if (!confirm) return { reruns }
  const { check } = failing.origin
  const confirmation = await confirm(check, reruns.scenario)
  if (confirmation.word !== 'fails' || reruns.scenario === found.scenario)
    return { reruns, confirmation }
  const ofWhole = await confirm(check, found.scenario)
  if (ofWhole.word !== 'holds') return { reruns, confirmation }
  return { reruns: await rerun(failing, found, found.scenario), confirmation: ofWhole }
}

/** Performs a scenario five times more. */
async function rerun(failing: Failing, found: Found, scenario: Scenario): Promise<Reruns> {
  const { origin, bench, options } = failing
  const reruns: Reruns = { scenario, failed: [], lost: [] }
  for (let count = 0; count < rerunsOfFailure; count++) {
    const performed = await judgedUnlessLost(origin.check, scenario, bench, options)
    if (performed.lost) reruns.lost.push(performed.lost)
    const same = sameIn(performed, found)
    if (same) reruns.failed.push({ ...same, scenario })
  }
  return reruns
}

/** The failure of the same sentence, if there is one. */
function sameIn({ judgement, history }: Performed, found: Found): Seen | undefined {
  const broken = judgement.broken.find(one => one.says === found.broken.says)
  return broken && { broken, history, judgement }
}

/** What is done at once may come out otherwise next time: a smaller case is to fail steadily. */
async function stillFails(failing: Failing, found: Found, candidate: Scenario): Promise<boolean> {
  if (!(await failsOnce(failing, found, candidate))) return false
  return !candidate.steps.some(isTogether) || failsOnce(failing, found, candidate)
}

async function failsOnce(
  { origin, bench, options }: Failing,
  found: Found,
  candidate: Scenario,
): Promise<boolean> {
  try {
    const same = sameIn(await judged(origin.check, candidate, bench, options), found)
    return same !== undefined && isSameFailure(found, same)
  } catch {
    // A judge that throws on a smaller scenario must not hide the failure of the whole one.
    options.signal.throwIfAborted()
    return false
  }
}

const delayed = ([first, ...others]: Lost[]): string =>
  first ? ` ${others.length + 1} repetitions ${lostWords[first.how].rerun}: ${first.request}.` : ''
