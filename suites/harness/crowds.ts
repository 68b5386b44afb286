// Many histories of writers, readers and watches at once, each judged by every law that is about
// such histories: how a storage engine shows that nothing is lost under load.

import fc from 'fast-check'
import type { Target } from '../../fixtures/targets/target.ts'
import type { History } from '../../properties/history.ts'
import { isLinearizable } from '../../properties/laws/consistency/linearizable.ts'
import { tellsEveryChange } from '../../properties/laws/watch/reliable.ts'
import type { Judge } from '../../properties/observation.ts'
import { perform } from '../../properties/perform.ts'
import type { Scenario } from '../../properties/scenario.ts'
import { crowds } from '../../properties/scenarios/concurrent.ts'
import { judgementOf } from '../judge.ts'
import { openBenches } from '../run.ts'

export type CrowdOptions = {
  histories: number
  seed: number
  /** How many histories are performed at the same time. */
  lanes: number
}

export type CrowdOutcome = {
  histories: number
  /** How often a law was put to the test. */
  observations: number
  /** What was broken, with the law's name; empty when all is well. */
  broken: string[]
  /** Why histories said nothing of a law, and how often. */
  unmet: Record<string, number>
}

const told = (...parts: [string, ...string[]]) =>
  tellsEveryChange({ parts, waits: [`${parts.at(-1)} shows marker`], marker: 'marker' })

/** Every law about what happens at the same time, by name. */
export const laws: Record<string, Judge<History>> = {
  'L1 linearizable': isLinearizable(),
  'W3 reliable, one namespace': told('one'),
  'W3 reliable, all namespaces': told('all'),
  'W5 resumable': told('cut', 'rest'),
}

// Scenarios are made in portions, so that ten thousand of them are never in memory together.
const portion = 50

/** Performs and judges histories on a target. */
export async function judgeCrowds(target: Target, options: CrowdOptions): Promise<CrowdOutcome> {
  const outcome: CrowdOutcome = { histories: 0, observations: 0, broken: [], unmet: {} }
  const benches = await openBenches(target, { concurrency: options.lanes, caseMs: 60_000 })
  const scenarios = endless(options.seed)
  const { signal } = new AbortController()
  try {
    await Promise.all(
      benches.benches.map(async bench => {
        while (outcome.histories < options.histories) {
          outcome.histories++
          judge(await perform(scenarios.next().value, bench, signal), outcome)
        }
      }),
    )
  } finally {
    await benches.close()
  }
  return outcome
}

function* endless(seed: number): Generator<Scenario, never> {
  for (let next = seed; ; next++) yield* fc.sample(crowds(), { seed: next, numRuns: portion })
}

function judge(history: History, outcome: CrowdOutcome): void {
  for (const [name, law] of Object.entries(laws)) {
    const { observed, broken, unmet } = judgementOf(law, history)
    outcome.observations += observed
    for (const { says, expected, got, at } of broken)
      outcome.broken.push(`${name}: ${says} Expected ${expected}, got ${got} (${at})`)
    for (const because of unmet) {
      const reason = `${name}: ${because}`
      outcome.unmet[reason] = (outcome.unmet[reason] ?? 0) + 1
    }
  }
}
