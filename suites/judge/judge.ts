// Turns the observations of a judge into a judgement. Histories are judged only here.

import { NoSuchStep } from '../../properties/history/history.ts'
import type { History } from '../../properties/history/history.ts'
import type {
  Violation,
  Judge,
  DialectDeparture,
  Observation,
} from '../../properties/history/observation.ts'
import { lostRequestIn } from './lost-requests.ts'
import type { LostRequest } from './lost-requests.ts'

/** The judgement of one history. */
export type Judgement = {
  broken: Violation[]
  /** How often the rule was tested. */
  observationCount: number
  unmet: string[]
  noted: string[]
  /** What the target did where the dialect departs from the specification. */
  literal: DialectDeparture[]
}

const nothing: Judgement = { broken: [], observationCount: 0, unmet: [], noted: [], literal: [] }

/** Runs a judge over a history. A precondition that is not met ends it. */
export function judgementOf(judge: Judge<History>, history: History): Judgement {
  const judgement = structuredClone(nothing)
  if (history.spoiled !== undefined) return { ...judgement, unmet: [history.spoiled] }
  try {
    for (const observation of judge(history)) {
      if (observation.kind === 'unmet') {
        judgement.unmet.push(observation.because)
        break
      }
      if (observation.kind === 'literal') judgement.literal.push(observation)
      if (observation.kind === 'noted') judgement.noted.push(observation.what)
      else if (isObserved(observation)) judgement.observationCount++
      if (observation.kind === 'broken') judgement.broken.push(observation)
    }
  } catch (problem) {
    // Shrinking leaves out steps. A history without a step that the judge needs is not judged.
    if (!(problem instanceof NoSuchStep)) throw problem
    judgement.unmet.push(problem.message)
  }
  return judgement
}

const isObserved = (one: Observation): boolean => one.kind !== 'literal' || one.did !== 'not show'

/**
 * Returns the judgement of a scenario's history. It is unknown whether a lost request was carried
 * out, so a history with one shows neither that the rule holds nor that it is violated.
 */
export function judgementOfScenario(
  judge: Judge<History>,
  history: History,
): { judgement: Judgement; lost: LostRequest | undefined } {
  const lost = lostRequestIn(history)
  if (lost === undefined) return { judgement: judgementOf(judge, history), lost }
  const unmet = lost.how === 'time-out' ? lost.request : `lost in transport: ${lost.request}`
  return { judgement: { ...structuredClone(nothing), unmet: [unmet] }, lost }
}

/** The judgement of several histories of one check. */
export const mergeJudgements = (judgements: Judgement[]): Judgement => ({
  broken: judgements.flatMap(one => one.broken),
  observationCount: judgements.reduce((sum, one) => sum + one.observationCount, 0),
  unmet: judgements.flatMap(one => one.unmet),
  noted: judgements.flatMap(one => one.noted),
  literal: judgements.flatMap(one => one.literal),
})
