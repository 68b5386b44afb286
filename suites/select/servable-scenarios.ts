// Selects the drawn scenarios that a server can perform. If an example needs a type that the server
// lacks, the other steps are performed, as they may show a fault. They show that the rule holds
// only if every step left out has a counterpart with a remaining type.

import { roles } from '../../fixtures/objects/tested-types.ts'
import type { TestedType, Role } from '../../fixtures/objects/tested-types.ts'
import type { Target } from '../../fixtures/targets/target.ts'
import { noSuchStep } from '../../properties/history/history.ts'
import type { Scenario, Step } from '../../properties/dsl/scenario.ts'
import type { Check } from '../check.ts'
import { unwritableReason } from '../target/needs-messages.ts'
import { rolesOf, rolesShared, whyTypesDoNotFit } from '../target/needs-types.ts'
import type { DrawnScenario } from './coverage-guided-selection.ts'
import { drawScenarios } from './seed.ts'
import type { DrawnDigests } from './seed.ts'
import { assignmentsFor } from '../target/substitute-types.ts'
import type { Verdict } from '../verdict.ts'

type Types = Pick<Target, 'unserved' | 'types'>

/** The scenarios of a check that a server can perform. */
export type ServableScenarios = {
  draws: DrawnScenario[]
  /** Why the first scenario cannot be performed completely. */
  because?: string
  /** Whether the draws are parts of examples, which can only show faults. */
  isPart: boolean
  /** The types to use, if the main type stands in for another. */
  types?: Record<Role, TestedType>
}

/**
 * Returns the scenarios of a check that need no missing type. If there are none, the performable
 * part of an example.
 */
export function servableScenarios(
  target: Types,
  check: Check,
  {
    seed,
    scenarios,
    drawnDigests,
  }: { seed: number; scenarios: number; drawnDigests?: DrawnDigests },
): ServableScenarios {
  const drawOn = (on: Types) => {
    const lacking = (scenario: Scenario) =>
      whyTypesDoNotFit(on, scenario, check) ?? unwritableReason(on, scenario)
    const isServed = (scenario: Scenario) => lacking(scenario) === undefined
    const drawn = drawScenarios(check, seed, scenarios, { isPerformable: isServed, drawnDigests })
    const draws = drawn.filter(({ scenario }) => isServed(scenario))
    return { on, drawn, draws, isServed, because: drawn[0] && lacking(drawn[0].scenario) }
  }
  const [first, ...others] = assignmentsFor(target, check.id)
  let found = drawOn(first)
  for (const other of found.because === undefined ? [] : others) {
    const next = drawOn(other)
    if (next.because === undefined) {
      found = next
      break
    }
  }
  const { on, drawn, draws, isServed, because } = found
  const types = on === target ? {} : { types: on.types }
  if (because === undefined) return { draws, isPart: false, ...types }
  if (draws.length > 0 || check.kind === 'property')
    return { draws, because, isPart: false, ...types }
  const parts = drawn
    .map(draw => ({ ...draw, scenario: servedPart(on, draw.scenario) }))
    .filter(({ scenario }) => scenario.steps.length > 0 && isServed(scenario))
  const isPart = drawn.some((draw, index) => !isAlike(draw.scenario, parts[index]?.scenario))
  return { draws: parts, because, isPart, ...types }
}

/** Whether a verdict is inconclusive about the rule because a type is missing. */
export const showsTooLittle = ({ verdict, because = '' }: Verdict, isPart: boolean): boolean =>
  isPart ? verdict !== 'fail' : verdict === 'inconclusive' && because.includes(noSuchStep)

function servedPart(target: Types, scenario: Scenario): Scenario {
  const shared = rolesShared(target.types, rolesOf(scenario))
  return {
    steps: scenario.steps.filter(step => {
      const alone = { steps: [step] }
      const isLeftOut = rolesOf(alone).some(role => shared.includes(role))
      return !isLeftOut && whyTypesDoNotFit(target, alone) === undefined
    }),
  }
}

/** Whether the steps left out all have counterparts among the kept steps of one type. */
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

/** A step without its label and the names of roles. */
const shapeOf = (step: Step): string =>
  JSON.stringify(step, (key, value: unknown) => {
    if (key === 'as') return undefined
    return typeof value === 'string'
      ? value.replaceAll(/\b(main|core|cluster|namespaces?|status)\b/g, '*')
      : value
  })
