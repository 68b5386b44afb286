// Turns the observations of a judge into a judgement. Histories are judged only here.

import { NoSuchStep } from '../../properties/history/history.ts'
import type { History } from '../../properties/history/history.ts'
import type {
  Violation,
  Judge,
  DepartureObservation,
  Observation,
} from '../../properties/history/observation.ts'
import { staleListIn } from '../../properties/history/stale-lists.ts'
import { lostRequestIn } from './lost-requests.ts'
import type { LostRequest } from './lost-requests.ts'
import { unansweredText } from '../unserved-requests.ts'

/** The judgement of one history. */
export type Judgement = {
  violations: Violation[]
  /** How often the rule was tested. */
  testedCount: number
  whyNotJudged: string[]
  /** Whether it was not judged because another client writes, too. */
  hadOtherWriter: boolean
  /** Why the rule does not apply to the target. */
  notApplicable: string[]
  recorded: string[]
  /** What the target did where the dialect departs from the specification. */
  departures: DepartureObservation[]
}

const nothing: Judgement = {
  violations: [],
  testedCount: 0,
  whyNotJudged: [],
  hadOtherWriter: false,
  notApplicable: [],
  recorded: [],
  departures: [],
}

/**
 * Runs a judge over a history. A precondition that is not met ends it, and so does a rule that does
 * not apply.
 */
export function judgementOf(judge: Judge, history: History): Judgement {
  const judgement = structuredClone(nothing)
  if (history.spoiled !== undefined) return { ...judgement, whyNotJudged: [history.spoiled] }
  try {
    for (const observation of judge(history)) {
      if (observation.kind === 'preconditionUnmet') {
        judgement.whyNotJudged.push(observation.because)
        judgement.hadOtherWriter = observation.isOtherWriter === true
        break
      }
      if (observation.kind === 'notApplicable') {
        judgement.notApplicable.push(observation.because)
        break
      }
      if (observation.kind === 'departure') judgement.departures.push(observation)
      if (observation.kind === 'recorded') judgement.recorded.push(observation.what)
      else if (isObserved(observation)) judgement.testedCount++
      if (observation.kind === 'violated') judgement.violations.push(observation)
    }
  } catch (problem) {
    // Shrinking leaves out steps. A history without a step that the judge needs is not judged.
    if (!(problem instanceof NoSuchStep)) throw problem
    judgement.whyNotJudged.push(problem.message)
  }
  return judgement
}

const isObserved = (one: Observation): boolean =>
  one.kind !== 'departure' || one.presence !== 'not shown'

// Their laws judge whether lists show the most recent state.
const rowsOfNewestLists = [
  'LIST-001',
  'LIST-004',
  'LIST-023',
  'K8S-LIST-017',
  'K8S-LIST-020',
  'K8S-LIST-021',
]

/**
 * Returns the judgement of a scenario's history. It is unknown whether a lost request was carried
 * out, so a history with one shows neither that the rule holds nor that it is violated. A stale
 * list violates only the rows about the newest list.
 */
export function judgementOfScenario(
  { id, judge }: { readonly id: string; readonly judge: Judge },
  history: History,
): { judgement: Judgement; lost: LostRequest | undefined } {
  const lost = lostRequestIn(history)
  if (lost === undefined) {
    const judgement = judgementOf(judge, history)
    // A request that should have been refused is a violation, whatever a stale list shows.
    const isAboutContent = judgement.violations.some(one => one.expectedRefusal === undefined)
    const stale =
      isAboutContent && !rowsOfNewestLists.includes(id) ? staleListIn(history) : undefined
    if (!stale) return { judgement, lost }
    const { list, version, write, written } = stale
    const whyNotJudged = [
      `${list.step} shows the state at ${version}, although ${write.step} was acknowledged at ` +
        `${written} before it (K8S-LIST-021)`,
    ]
    return { judgement: { ...structuredClone(nothing), whyNotJudged }, lost }
  }
  const text = unansweredText(lost)
  const unmet = lost.how === 'time-out' ? text : `lost in transport: ${text}`
  return { judgement: { ...structuredClone(nothing), whyNotJudged: [unmet] }, lost }
}

/** The judgement of several histories of one check. */
export const mergeJudgements = (judgements: Judgement[]): Judgement => ({
  violations: judgements.flatMap(one => one.violations),
  testedCount: judgements.reduce((sum, one) => sum + one.testedCount, 0),
  whyNotJudged: judgements.flatMap(one => one.whyNotJudged),
  hadOtherWriter: judgements.some(one => one.hadOtherWriter),
  notApplicable: judgements.flatMap(one => one.notApplicable),
  recorded: judgements.flatMap(one => one.recorded),
  departures: judgements.flatMap(one => one.departures),
})
