// A check is a value: a requirement's id, what it needs of a target, the scenarios that put the
// rule to the test, and the judge of what came of them. One runner performs them all.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { History } from '../properties/history/history.ts'
import type { Judge } from '../properties/history/observation.ts'
import { isControlStep } from '../properties/dsl/scenario.ts'
import type { Scenario, Step } from '../properties/dsl/scenario.ts'
import type { Id } from './generated/catalogue.ts'
import { disturbsOthers, needsOf } from './target/needs.ts'
import type { Need } from './target/needs.ts'

export type { Need }

export type Check = {
  id: Id
  /** An example is one fixed scenario; a property is performed as often as the run says. */
  form: 'example' | 'property'
  /** What the target must have; of a property besides what the scenarios drawn show. */
  needs: Need[]
  /** Whether it must not run beside others: it would disturb them, as every control does, or they it. */
  alone: boolean
  scenarios: Arbitrary<Scenario>
  judge: Judge<History>
  /** How many observations over all scenarios are enough to speak of a pass. */
  observationsMin: number
  /** Of a property whose scenarios take seconds: how many are performed at most. */
  runsMax?: number
}

export type CheckOptions = {
  needs?: Need[]
  observationsMin?: number
  runsMax?: number
  /** Set where the writes of other checks would move versions on too early. */
  alone?: true
}

/** One fixed scenario. */
export const example = (
  id: Id,
  steps: Step[],
  judge: Judge<History>,
  more: CheckOptions = {},
): Check => ({
  id,
  form: 'example',
  needs: [...new Set([...needsOf({ steps }), ...(more.needs ?? [])])],
  alone: steps.some(isControlStep),
  scenarios: fc.constant({ steps }),
  judge,
  observationsMin: more.observationsMin ?? 1,
})

/**
 * Generated scenarios. What their steps show that they need is read off those that a seed draws;
 * declared is what steps do not show, and any control, by which checks are run alone.
 */
export const property = (
  id: Id,
  scenarios: Arbitrary<Scenario>,
  judge: Judge<History>,
  more: CheckOptions = {},
): Check => ({
  id,
  form: 'property',
  needs: more.needs ?? [],
  alone: more.alone ?? more.needs?.some(disturbsOthers) ?? false,
  scenarios,
  judge,
  observationsMin: more.observationsMin ?? 1,
  ...(more.runsMax === undefined ? {} : { runsMax: more.runsMax }),
})
