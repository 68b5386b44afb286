// A check is a value: a requirement's id, what it needs of a target, the scenarios that put the
// rule to the test, and the judge of what came of them. One runner performs them all.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Feature } from '../fixtures/targets/target.ts'
import type { History } from '../properties/history.ts'
import type { Judge } from '../properties/observation.ts'
import { isAccepts, isControl, requestsOf } from '../properties/scenario.ts'
import type { Accepts, Control, Identity, Scenario, Step } from '../properties/scenario.ts'
import type { Id } from './generated/catalogue.ts'

/** What a target may lack: a control, credentials of an identity, the door of a setting. */
export type Need =
  | Control['control']
  | 'accepts'
  | `identity ${Identity}`
  | `feature ${Feature}`
  | `door ${string}`

export type Check = {
  id: Id
  /** An example is one fixed scenario; a property is performed as often as the run says. */
  form: 'example' | 'property'
  /** What the target must have besides what the scenario itself shows. */
  needs: Need[]
  /** Whether it would disturb others that run at the same time, as every control does. */
  alone: boolean
  scenarios: Arbitrary<Scenario>
  judge: Judge<History>
  /** How many observations over all scenarios are enough to speak of a pass. */
  observationsMin: number
  /** Of a property whose scenarios take seconds: how many are performed at most. */
  runsMax?: number
}

export type More = { needs?: Need[]; observationsMin?: number; runsMax?: number }

const controls: readonly Need[] = [
  'compact',
  'expire',
  'advance',
  'corrupt',
  'failHealthCheck',
] satisfies Control['control'][]

/** One fixed scenario. */
export const example = (id: Id, steps: Step[], judge: Judge<History>, more: More = {}): Check => ({
  id,
  form: 'example',
  needs: [...new Set([...needsOf({ steps }), ...(more.needs ?? [])])],
  alone: steps.some(isControl),
  scenarios: fc.constant({ steps }),
  judge,
  observationsMin: more.observationsMin ?? 1,
})

/** Generated scenarios; what they need is declared, for it cannot be read off an arbitrary. */
export const property = (
  id: Id,
  scenarios: Arbitrary<Scenario>,
  judge: Judge<History>,
  more: More = {},
): Check => ({
  id,
  form: 'property',
  needs: more.needs ?? [],
  alone: more.needs?.some(need => controls.includes(need)) ?? false,
  scenarios,
  judge,
  observationsMin: more.observationsMin ?? 1,
  ...(more.runsMax === undefined ? {} : { runsMax: more.runsMax }),
})

/** The controls, questions, identities and doors that the steps of a scenario use. */
export function needsOf(scenario: Scenario): Need[] {
  const controls = scenario.steps.filter(isControl).map(step => step.control)
  const others = requestsOf(scenario).flatMap(({ who = 'admin', door }): Need[] => [
    ...(who === 'admin' ? [] : [`identity ${who}` as const]),
    ...(door === undefined ? [] : [`door ${door}` as const]),
  ])
  const asks = scenario.steps.filter(isAccepts).flatMap(asksOf)
  return [...new Set([...controls, ...asks, ...others])]
}

/** Options are beside a question by their names; all else not every target can be told of. */
function asksOf({ accepts: { beside = {} } }: Accepts): Need[] {
  const known = Object.keys(beside).filter(name => !name.startsWith('-'))
  return [
    'accepts',
    ...known.map(name =>
      name === 'lenient' ? ('feature lenient-configuration' as const) : machine,
    ),
  ]
}

const machine = 'feature described-machine'
