// Derives the seed of each check from one root seed, independently of the other checks, and draws
// its scenarios.

import { createHash } from 'node:crypto'
import fc from 'fast-check'
import type { Scenario } from '../../properties/dsl/scenario.ts'
import type { Check } from '../check.ts'
import { candidateWindow, selectByCoverage } from './coverage-guided-selection.ts'
import type { DrawnScenario } from './coverage-guided-selection.ts'

/** The seed of one check: a 32-bit integer that depends only on the root seed and the id. */
export const seedOf = (root: number, id: string): number =>
  createHash('sha256').update(`${root}/${id}`).digest().readInt32BE(0)

/** The digests of the scenarios of checks, as far as a run has drawn them. */
export type DrawnDigests = Map<Check, string>

export type DrawOptions = {
  /** Performable scenarios of a property come before the others. */
  isPerformable?: (scenario: Scenario) => boolean
  /** Receives the digest of the scenarios that are drawn for a server that can perform all. */
  drawnDigests?: DrawnDigests | undefined
}

/**
 * Draws the scenarios of a check under a root seed: for a property `wanted` of them, or its
 * maximum, and for an example one.
 */
export function drawScenarios(
  check: Check,
  root: number,
  wanted: number,
  { isPerformable = () => true, drawnDigests }: DrawOptions = {},
): DrawnScenario[] {
  const isExample = check.kind === 'example'
  const count = Math.min(wanted, check.scenariosMax ?? wanted)
  // A tuple, because the property of fast-check draws one when it shrinks a failure.
  const drawn = fc.sample(fc.tuple(check.scenarios), {
    seed: seedOf(root, check.id),
    numRuns: isExample ? 1 : count + candidateWindow - 1,
  })
  const draws = drawn.map(([scenario], index) => ({ scenario, drawIndex: index }))
  const select = (among: DrawnScenario[]) => (isExample ? among : selectByCoverage(among, count))
  const performable = draws.filter(({ scenario }) => isExample || isPerformable(scenario))
  const isPart = performable.length > 0 && performable.length < draws.length
  const whole = isPart && !drawnDigests ? [] : select(draws)
  drawnDigests?.set(check, digestOf(whole))
  return isPart ? select(performable) : whole
}

export const scenariosOf = (check: Check, root: number, wanted: number): Scenario[] =>
  drawScenarios(check, root, wanted).map(({ scenario }) => scenario)

/**
 * A digest of all scenarios of a run: 16 hex digits. Equal checks, seeds and numbers of
 * scenarios give an equal digest. Scenarios that the run has not drawn are drawn now.
 */
export function scenarioDigest(
  checks: Check[],
  root: number,
  wanted: number,
  drawn: DrawnDigests = new Map(),
): string {
  const hash = createHash('sha256')
  for (const check of [...checks].sort((a, b) => (a.id < b.id ? -1 : 1)))
    hash.update(check.id).update(drawn.get(check) ?? digestOf(drawScenarios(check, root, wanted)))
  return hash.digest('hex').slice(0, 16)
}

const digestOf = (draws: DrawnScenario[]): string =>
  createHash('sha256')
    .update(JSON.stringify(draws.map(({ scenario }) => scenario)))
    .digest('hex')
