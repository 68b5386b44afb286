// A check is a value: the id of a requirement, what it needs of a target, the scenarios that test
// the rule, and the judge of their histories. One runner performs all checks.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Judge } from '../properties/history/observation.ts'
import { isControlStep } from '../properties/dsl/scenario.ts'
import type { Scenario, Step } from '../properties/dsl/scenario.ts'
import type { Id } from './generated/catalogue.ts'
import { disturbsOthers, needsOf } from './target/needs.ts'
import type { Need } from './target/needs.ts'

export type { Need }

/** A check of one requirement. */
export type Check = {
  id: Id
  /**
   * An example performs one fixed scenario. A property performs as many generated scenarios as the
   * run requests.
   */
  kind: 'example' | 'property'
  /** What the target must have. For a property, the needs of the drawn scenarios are added. */
  needs: Need[]
  /**
   * Whether the check must run alone: it would disturb others, as every control does, or be
   * disturbed.
   */
  alone: boolean
  scenarios: Arbitrary<Scenario>
  judge: Judge
  /**
   * How many observations all scenarios of a default run must give together for a pass. A run of
   * fewer scenarios needs a proportional part. An example has one scenario and needs one.
   */
  observationsMin: number
  /** For a property whose scenarios take seconds: the maximum number that is performed. */
  scenariosMax?: number
  /**
   * Whether cluster-scoped types can be judged too, although the scenarios mention namespaces. The
   * names of all objects of a scenario must differ, and the judge must not use namespaces.
   */
  allowsClusterScope?: true
}

export type ExampleOptions = { needs?: Need[] }

export type PropertyOptions = ExampleOptions & {
  observationsMin?: number
  scenariosMax?: number
  /** Set where the writes of other checks would advance versions too early. */
  alone?: true
  allowsClusterScope?: true
}

/** A check with one fixed scenario. */
export const example = (id: Id, steps: Step[], judge: Judge, more: ExampleOptions = {}): Check => ({
  id,
  kind: 'example',
  needs: [...new Set([...needsOf({ steps }), ...(more.needs ?? [])])],
  alone: steps.some(isControlStep),
  scenarios: fc.constant({ steps }),
  judge,
  observationsMin: 1,
})

/**
 * A check with generated scenarios. Most needs are read from the steps of the drawn scenarios.
 * `needs` declares what steps do not show, and any control, because such checks run alone.
 */
export const property = (
  id: Id,
  scenarios: Arbitrary<Scenario>,
  judge: Judge,
  more: PropertyOptions = {},
): Check => ({
  id,
  kind: 'property',
  needs: more.needs ?? [],
  alone: more.alone ?? more.needs?.some(disturbsOthers) ?? false,
  scenarios,
  judge,
  observationsMin: more.observationsMin ?? 1,
  ...(more.scenariosMax === undefined ? {} : { scenariosMax: more.scenariosMax }),
  ...(more.allowsClusterScope ? { allowsClusterScope: true } : {}),
})
