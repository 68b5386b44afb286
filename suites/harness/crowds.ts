// Many histories of writers, readers and watches at once, each judged by every law that is about
// such histories: how a storage engine shows that nothing is lost under load.

import fc from 'fast-check'
import type { Target } from '../../fixtures/targets/target.ts'
import type { History } from '../../properties/history.ts'
import { isLinearizable } from '../../properties/laws/consistency/linearizable.ts'
import { agree } from '../../properties/laws/watch/agreement.ts'
import { tellsWholeWrites } from '../../properties/laws/watch/atomic.ts'
import { removalsShowTheLastState } from '../../properties/laws/watch/deletion-payload.ts'
import { errorsAreLast } from '../../properties/laws/watch/error-shape.ts'
import { showsWhatAnswersShow } from '../../properties/laws/watch/fidelity.ts'
import { addsUp } from '../../properties/laws/watch/informer.ts'
import { resumesAfter } from '../../properties/laws/watch/no-time-travel.ts'
import { versionsIncrease } from '../../properties/laws/watch/ordered.ts'
import { tellsEveryChange } from '../../properties/laws/watch/reliable.ts'
import { staysInScope } from '../../properties/laws/watch/scope-isolation.ts'
import { tellsNothingTwice } from '../../properties/laws/watch/unique.ts'
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

const watches = ['one', 'all', 'cut', 'rest']

/** Every law about what happens at the same time, by name. Some need versions with an order. */
export const laws: Record<string, Judge<History>> = {
  'L1 linearizable': isLinearizable(),
  'L10 informer': addsUp({
    start: 'start',
    watch: 'all',
    wait: 'all shows marker',
    end: 'final-all',
  }),
  'W1 ordered': versionsIncrease(...watches),
  'W2 unique': tellsNothingTwice(...watches),
  'W3 reliable, one namespace': told('one'),
  'W3 reliable, all namespaces': told('all'),
  'W4 atomic': tellsWholeWrites(...watches),
  'W5 resumable': told('cut', 'rest'),
  'W8 deletion payload': removalsShowTheLastState('all', 'all shows marker'),
  'W9 scope': staysInScope(...watches),
  'W10 agreement': agree(['one', 'all'], ['one shows marker', 'all shows marker']),
  'W14 errors are last': errorsAreLast,
  'W15 fidelity': showsWhatAnswersShow(...watches),
  'W16 no time travel': resumesAfter({ watch: 'cut', rest: 'rest' }),
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
