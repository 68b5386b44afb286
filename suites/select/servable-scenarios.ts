// Which of the scenarios drawn a server can perform. Of an example that also needs a type which the
// server lacks it performs the rest: that may show a fault. That the rule holds it shows only where
// all that was left out is done with a type that is left as well.

import { roles } from '../../fixtures/objects/probe-types.ts'
import type { ProbeType, Role } from '../../fixtures/objects/probe-types.ts'
import type { Target } from '../../fixtures/targets/target.ts'
import { noSuchStep } from '../../properties/history/history.ts'
import type { Scenario, Step } from '../../properties/dsl/scenario.ts'
import type { Check } from '../check.ts'
import { unwritableReason } from '../target/needs-messages.ts'
import { rolesOf, rolesShared, unservedReason } from '../target/needs-types.ts'
import type { DrawnScenario } from './coverage-guided-selection.ts'
import { drawScenarios } from './seed.ts'
import { withStandIn } from '../target/stand-in.ts'
import type { Verdict } from '../verdict.ts'

type Types = Pick<Target, 'unserved' | 'types'>

export type ServableScenarios = {
  draws: DrawnScenario[]
  /** Why the first scenario cannot be performed whole. */
  because?: string
  /** The draws are parts of examples, which show faults alone. */
  isPart: boolean
  /** The types to perform them with, where the main type stands in for another. */
  types?: Record<Role, ProbeType>
}

/**
 * The scenarios of a check that need no type which the target lacks; else, of an example, what is
 * left of it.
 */
export function servableScenarios(
  target: Types,
  check: Check,
  { seed, runs }: { seed: number; runs: number },
): ServableScenarios {
  const on = withStandIn(target, check.id)
  const lacking = (scenario: Scenario) =>
    unservedReason(on, scenario) ?? unwritableReason(on, scenario)
  const isServed = (scenario: Scenario) => lacking(scenario) === undefined
  const drawn = drawScenarios(check, seed, runs, isServed)
  const draws = drawn.filter(({ scenario }) => isServed(scenario))
  const because = drawn[0] && lacking(drawn[0].scenario)
  const types = on === target ? {} : { types: on.types }
  if (because === undefined) return { draws, isPart: false, ...types }
  if (draws.length > 0 || check.form === 'property')
    return { draws, because, isPart: false, ...types }
  const parts = drawn
    .map(draw => ({ ...draw, scenario: servedPart(on, draw.scenario) }))
    .filter(({ scenario }) => scenario.steps.length > 0 && isServed(scenario))
  const isPart = drawn.some((draw, index) => !isAlike(draw.scenario, parts[index]?.scenario))
  return { draws: parts, because, isPart, ...types }
}

/** Whether a verdict on what could be performed says nothing of the rule for want of a type. */
export const showsTooLittle = ({ verdict, because = '' }: Verdict, isPart: boolean): boolean =>
  isPart ? verdict !== 'fail' : verdict === 'inconclusive' && because.includes(noSuchStep)

function servedPart(target: Types, scenario: Scenario): Scenario {
  const shared = rolesShared(target.types, rolesOf(scenario))
  return {
    steps: scenario.steps.filter(step => {
      const alone = { steps: [step] }
      const isLeftOut = rolesOf(alone).some(role => shared.includes(role))
      return !isLeftOut && unservedReason(target, alone) === undefined
    }),
  }
}

/** Whether each step that was left out is like one of a single type that was kept. */
function isAlike(whole: Scenario, part: Scenario | undefined): boolean {
  const kept = part?.steps ?? []
  const left = whole.steps.filter(step => !kept.includes(step)).map(shapeOf)
  const of = (role: Role) =>
    kept.filter(step => rolesOf({ steps: [step] }).join() === role).map(shapeOf)
  return roles.some(role => {
    const shapes = new Set(of(role))
    return shapes.size > 0 && left.every(shape => shapes.has(shape))
  })
}

/** A step without the names of roles and without its label. */
const shapeOf = (step: Step): string =>
  JSON.stringify(step, (key, value: unknown) => {
    if (key === 'as') return undefined
    return typeof value === 'string'
      ? value.replaceAll(/\b(main|core|cluster|namespaces?)\b/g, '*')
      : value
  })
