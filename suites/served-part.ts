// Which of the scenarios drawn a server can perform. Of an example that also needs a type which the
// server lacks it performs the rest: that may show a fault, but not that the rule holds.

import type { Target } from '../fixtures/targets/target.ts'
import type { Scenario } from '../properties/scenario.ts'
import type { Check } from './check.ts'
import { unwritableIn } from './needs-messages.ts'
import { unservedIn } from './needs-types.ts'
import type { Draw } from './prefer.ts'

type Types = Pick<Target, 'unserved' | 'types'>

export type Served = {
  draws: Draw[]
  /** Why the first scenario cannot be performed whole. */
  because?: string
  /** The draws are parts of examples: they show faults alone. */
  isPart: boolean
}

/** The scenarios that need no type which the target lacks; else, of an example, what is left of it. */
export function servedDraws(target: Types, { form }: Check, drawn: Draw[]): Served {
  const lacking = (scenario: Scenario) =>
    unservedIn(target, scenario) ?? unwritableIn(target, scenario)
  const draws = drawn.filter(({ scenario }) => lacking(scenario) === undefined)
  const because = drawn[0] && lacking(drawn[0].scenario)
  if (because === undefined) return { draws, isPart: false }
  if (draws.length > 0 || form === 'property') return { draws, because, isPart: false }
  const parts = drawn
    .map(draw => ({ ...draw, scenario: servedPart(target, draw.scenario) }))
    .filter(({ scenario }) => scenario.steps.length > 0 && lacking(scenario) === undefined)
  return { draws: parts, because, isPart: true }
}

const servedPart = (target: Types, { steps }: Scenario): Scenario => ({
  steps: steps.filter(step => unservedIn(target, { steps: [step] }) === undefined),
})
