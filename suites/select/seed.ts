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

/**
 * Draws the scenarios of a check under a root seed: for a property `runs` of them, or its maximum,
 * and for an example one. Performable scenarios of a property come before the others.
 */
export function drawScenarios(
  check: Check,
  root: number,
  runsWanted: number,
  isPerformable: (scenario: Scenario) => boolean = () => true,
): DrawnScenario[] {
  const isExample = check.form === 'example'
  const runs = Math.min(runsWanted, check.runsMax ?? runsWanted)
  // A tuple, because the property of fast-check draws one when it shrinks a failure.
  const drawn = fc.sample(fc.tuple(check.scenarios), {
    seed: seedOf(root, check.id),
    numRuns: isExample ? 1 : runs + candidateWindow - 1,
  })
  const draws = drawn.map(([scenario], index) => ({ scenario, runIndex: index }))
  if (isExample) return draws
  const performable = draws.filter(({ scenario }) => isPerformable(scenario))
  return selectByCoverage(performable.length > 0 ? performable : draws, runs)
}

export const scenariosOf = (check: Check, root: number, runs: number): Scenario[] =>
  drawScenarios(check, root, runs).map(({ scenario }) => scenario)

/**
 * A digest of all scenarios of a run: 16 hex digits. Equal checks, seed and runs give an equal
 * digest.
 */
export function scenarioDigest(checks: Check[], root: number, runs: number): string {
  const hash = createHash('sha256')
  for (const check of [...checks].sort((a, b) => (a.id < b.id ? -1 : 1)))
    hash.update(check.id).update(JSON.stringify(scenariosOf(check, root, runs)))
  return hash.digest('hex').slice(0, 16)
}
