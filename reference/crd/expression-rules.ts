// Validates the rules of a schema when it is defined: they must compile, and their estimated cost
// must not exceed the limits.

import { valueForbidden, valueInvalid, type StatusCause } from '../api/status-causes.ts'
import { type CompiledRule, compiledRulesOf } from './compiled-rules.ts'
import { ruleRunsMax } from './cel-type-of-schema.ts'
import type { SchemaNode } from './schema-node.ts'
import type { StepCounter, ResumableTask } from './compute-budget.ts'

const ruleCostMax = 10_000_000
const schemaCostMax = 100_000_000

type Place = {
  readonly path: string
  /** The maximum number of runs for one object. */
  readonly times: number
  /** The path of the first node below which old values cannot be correlated. */
  readonly unknownBefore?: string
  readonly as: 'resource' | 'value'
}

type Found = {
  readonly causes: StatusCause[]
  total: number
  readonly costs: { path: string; cost: number }[]
  readonly work: StepCounter
}

/** Returns the causes of the rules in a schema that is otherwise valid. */
export function* expressionCauses(
  root: SchemaNode,
  path: string,
  work: StepCounter,
): ResumableTask<readonly StatusCause[]> {
  const found: Found = { causes: [], total: 0, costs: [], work }
  yield* visit(root, { path, times: 1, as: 'resource' }, found)
  if (found.total <= schemaCostMax) return found.causes
  const worst = found.costs.sort((a, b) => b.cost - a.cost).slice(0, 4)
  const because =
    'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema'
  const what = 'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema'
  return [
    ...found.causes,
    ...worst.map(one => valueForbidden(one.path, because)),
    valueForbidden(path, exceeding(what, found.total, schemaCostMax)),
  ]
}

function* visit(node: SchemaNode, place: Place, found: Found): ResumableTask<void> {
  const { path, times, unknownBefore } = place
  if (found.work.spendAndCheck(1)) yield
  const rules = yield* compiledRulesOf(node, place.as, found.work)
  for (const [index, rule] of rules.entries()) {
    addRuleCauses(rule, { ...place, path: `${path}.x-kubernetes-validations[${index}]` }, found)
  }
  const from = unknownBefore ?? path
  const known = unknownBefore === undefined ? {} : { unknownBefore }
  for (const [name, one] of node.properties) {
    const inner = { path: `${path}.properties[${name}]`, times, as: asOf(one) }
    yield* visit(one, { ...inner, ...known }, found)
  }
  const many = times * ruleRunsMax(node)
  if (typeof node.additional === 'object') {
    const inner = { path: `${path}.additionalProperties`, times: many, as: asOf(node.additional) }
    yield* visit(node.additional, { ...inner, ...known }, found)
  }
  if (node.items) {
    const inner = { path: `${path}.items`, times: many, as: asOf(node.items) }
    const isUncorrelated = node.listType !== 'map'
    const lost = isUncorrelated ? { unknownBefore: from } : {}
    yield* visit(node.items, { ...inner, ...known, ...lost }, found)
  }
}

const asOf = ({ isEmbedded }: SchemaNode): 'resource' | 'value' =>
  isEmbedded ? 'resource' : 'value'

function addRuleCauses(
  one: CompiledRule,
  { path, times, unknownBefore }: Place,
  found: Found,
): void {
  const { written, rule, message, fault, messageFault, usesOld } = one
  const say = (cause: StatusCause) => found.causes.push(cause)
  for (const [part, compiled, what] of [
    ['rule', rule, 'estimated rule cost'],
    ['messageExpression', message, 'estimated messageExpression cost'],
  ] as const) {
    if (!compiled) continue
    const cost = compiled.cost * times
    const field = `${path}.${part}`
    if (cost > ruleCostMax) say(valueForbidden(field, exceeding(what, cost, ruleCostMax)))
    found.total += cost
    found.costs.push({ path: field, cost })
  }
  if (fault !== undefined) say(valueInvalid(`${path}.rule`, { rule: written.rule }, fault))
  if (messageFault !== undefined) {
    say(valueInvalid(`${path}.messageExpression`, { rule: written.rule }, messageFault))
  }
  if (usesOld && unknownBefore !== undefined) {
    const because = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${unknownBefore}`
    say(valueInvalid(`${path}.rule`, written.rule, because))
  }
  if (!usesOld && written.optionalOldSelf !== undefined && fault === undefined) {
    const because = 'may not be set if oldSelf is not used in rule'
    say(valueInvalid(`${path}.optionalOldSelf`, written.optionalOldSelf, because))
  }
}

function exceeding(what: string, cost: number, most: number): string {
  const factor = cost / most
  const shown =
    factor > 100
      ? 'more than 100x'
      : factor < 1.5
        ? `${factor.toFixed(6)}x`
        : `${factor.toFixed(1)}x`
  return (
    `${what} exceeds budget by factor of ${shown} (try simplifying the rule, or adding maxItems, ` +
    'maxProperties, and maxLength where arrays, maps, and strings are declared)'
  )
}
