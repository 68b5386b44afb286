// Evaluates the rules of a schema on an object. Clients write the rules, so the steps of each rule
// and of all rules together are limited, and other work runs between rules and during long
// evaluations.

import { CelRuntimeError, toCelValue, Optional } from '../cel/values.ts'
import type { CompiledExpression } from '../cel/scope.ts'
import { valueForbidden, valueRequired, type StatusCause } from '../api/status-causes.ts'
import { type ApiObject, isJsonObject } from '../api/object.ts'
import { isSameJson } from '../api/same-json.ts'
import { yieldToEventLoop } from '../lib/event-loop.ts'
import { quote, previewJson } from '../api/quote.ts'
import { type CompiledRule, compiledRulesOf } from './compiled-rules.ts'
import { correlatedItem, correlatedMember, type OldValue } from './correlate.ts'
import { celTypeOfSchema } from './cel-type-of-schema.ts'
import { memberSchemaNode, type SchemaNode, someSchemaNode } from './schema-node.ts'
import { runWithYields, type StepCounter, computeBudget } from './compute-budget.ts'

const callStepsMax = 1_000_000
const allStepsMax = 10_000_000
const turnMs = 5

const blocking = new Set([
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
])

/** Returns the causes of violated rules. `found` are the causes of earlier checks. */
export async function ruleCauses(
  root: SchemaNode,
  {
    object,
    old,
    found,
  }: { object: ApiObject; old: ApiObject | undefined; found: readonly StatusCause[] },
): Promise<readonly StatusCause[]> {
  if (!hasRules(root)) return []
  if (found.some(({ reason }) => blocking.has(reason))) return [unchecked]
  const compileSteps = computeBudget(Infinity, turnMs)
  const run: Run = { causes: [], left: allStepsMax, turn: performance.now(), compileSteps }
  await evaluateRules(
    { value: object, node: root, ...(old && { old: { value: old } }), as: 'resource' },
    '',
    run,
  )
  return run.causes
}

const unchecked: StatusCause = {
  reason: 'FieldValueInvalid',
  message:
    'Invalid value: null: some validation rules were not checked because the object was invalid; ' +
    'correct the existing errors to complete validation',
  field: '<nil>',
}

type Run = {
  readonly causes: StatusCause[]
  left: number
  turn: number
  /** Counts the steps of compiling rules that are not in the cache. */
  readonly compileSteps: StepCounter
}

type NodeValue = {
  readonly value: unknown
  readonly node: SchemaNode
  readonly old?: OldValue
  readonly as: 'resource' | 'value'
}

async function evaluateRules(current: NodeValue, path: string, run: Run): Promise<void> {
  const { value, node, old, as } = current
  if (value === null || value === undefined || run.left < 0 || !hasRules(node)) return
  const rules =
    node.rules.length === 0 ? [] : await runWithYields(compiledRulesOf(node, as, run.compileSteps))
  for (const rule of rules) {
    if (run.left < 0) return
    if (performance.now() - run.turn > turnMs) await pause(run)
    const cause = await evaluateRule(rule, current, path, run)
    if (cause) run.causes.push(cause)
  }
  if (Array.isArray(value) && node.items) {
    const before = old && correlatedItem(old, node)
    for (const [index, item] of value.entries()) {
      const was = before?.(item)
      const inner = {
        value: item,
        node: node.items,
        ...(was && { old: was }),
        as: asOf(node.items),
      }
      await evaluateRules(inner, `${path}[${index}]`, run)
    }
  } else if (isJsonObject(value)) {
    for (const name of Object.keys(value)) {
      const own = memberSchemaNode(node, name)
      if (!own) continue
      const was = old && correlatedMember(old, name)
      const inner = { value: value[name], node: own, ...(was && { old: was }), as: asOf(own) }
      const isKey = !node.properties.has(name)
      await evaluateRules(
        inner,
        isKey ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`,
        run,
      )
    }
  }
}

const asOf = ({ isEmbedded }: SchemaNode): 'resource' | 'value' =>
  isEmbedded ? 'resource' : 'value'

/** Returns the cause of a violated rule, or undefined if it holds or does not apply. */
async function evaluateRule(
  one: CompiledRule,
  current: NodeValue,
  path: string,
  run: Run,
): Promise<StatusCause | undefined> {
  const { written, rule, usesOld } = one
  const { value, node, old } = current
  const before = old?.value ?? undefined
  if (!rule) return undefined
  if (usesOld && before === undefined && written.optionalOldSelf !== true) return undefined
  // An unchanged value is not checked again, unless the rule compares it with its old value.
  if (!usesOld && before !== undefined && isSameJson(before, value)) return undefined
  const type = celTypeOfSchema(node, current.as) ?? { is: 'dyn' }
  const was = before === undefined ? undefined : toCelValue(before, type)
  const frame = [
    toCelValue(value, type),
    written.optionalOldSelf === true ? new Optional(was) : was,
  ]
  const place = { node, path, value }
  try {
    if ((await evaluateWithinLimits(rule, frame, run)) === true) return undefined
  } catch (error) {
    if (!(error instanceof CelRuntimeError)) throw error
    return evaluationFailure(error, one, place, run)
  }
  return refusal(one, place, await messageOf(one, frame, run))
}

// Reading the clock takes as long as some steps.
const stepsBetweenLooks = 200

async function pause(run: Run): Promise<void> {
  await yieldToEventLoop()
  run.turn = performance.now()
}

/** Evaluates an expression within the step limits. @throws CelRuntimeError */
async function evaluateWithinLimits(
  { run: evaluate, walk }: CompiledExpression,
  given: readonly unknown[],
  run: Run,
): Promise<unknown> {
  const frame = [...given]
  let steps = 0
  let looked = 0
  const spend = (count: number) => {
    steps += count
    if (steps > callStepsMax) {
      throw new CelRuntimeError('operation cancelled: actual cost limit exceeded')
    }
  }
  const isDue = () => {
    if (steps - looked < stepsBetweenLooks) return false
    looked = steps
    return performance.now() - run.turn > turnMs
  }
  try {
    if (!walk) return evaluate(frame, { spend })
    const turns = walk(frame, { spend, isDue })
    for (;;) {
      const turn = turns.next()
      if (turn.done) return turn.value
      await pause(run)
    }
  } finally {
    run.left -= steps
  }
}

type FaultPlace = { readonly node: SchemaNode; readonly path: string; readonly value: unknown }

const fieldOf = (path: string): string => (path === '' ? '<nil>' : path)

function evaluationFailure(
  { message }: CelRuntimeError,
  { written }: CompiledRule,
  { node, path }: FaultPlace,
  run: Run,
): StatusCause {
  const rule = written.message.trim() || written.rule.trim()
  const isOver = message.startsWith('operation cancelled')
  if (isOver) run.left = -1
  const why = isOver
    ? `'${message}': no further validation rules will be run due to call cost exceeds limit for rule: ${rule}`
    : message.startsWith('no such overload')
      ? `'${message}': call arguments did not match a supported operator, function or macro signature for rule: ${rule}`
      : `${message} evaluating rule: ${rule}`
  const text = `Invalid value: ${quote(node.type)}: ${why}`
  return { reason: 'FieldValueInvalid', message: text, field: fieldOf(path) }
}

/**
 * Returns the result of the message expression if it is a valid message, and else the static
 * message.
 */
async function messageOf(
  { message, written }: CompiledRule,
  frame: readonly unknown[],
  run: Run,
): Promise<string> {
  const own = written.message.trim() || `failed rule: ${written.rule.trim()}`
  if (!message) return own
  try {
    const result = await evaluateWithinLimits(message, frame, run)
    const text = typeof result === 'string' ? result.trim() : ''
    const isShown = text !== '' && !/[\n\r]/.test(text)
    return isShown && text.length <= 5120 ? text : own
  } catch (error) {
    if (!(error instanceof CelRuntimeError)) throw error
    return own
  }
}

function refusal(
  { written }: CompiledRule,
  { node, path, value }: FaultPlace,
  because: string,
): StatusCause {
  const place = written.fieldPath === '' ? path : `${path}${written.fieldPath}`
  const field = fieldOf(path === '' ? place.replace(/^\./, '') : place)
  if (written.reason === 'FieldValueForbidden') return valueForbidden(field, because)
  if (written.reason === 'FieldValueRequired') return valueRequired(field, because)
  const isWhole = node.type === 'object' || node.type === 'array'
  const shown = isWhole ? '' : `: ${typeof value === 'string' ? quote(value) : previewJson(value)}`
  if (written.reason === 'FieldValueDuplicate') {
    return { reason: 'FieldValueDuplicate', message: `Duplicate value${shown}`, field }
  }
  return { reason: 'FieldValueInvalid', message: `Invalid value${shown}: ${because}`, field }
}

/** Whether a schema or a nested schema has rules. */
const hasRules = someSchemaNode(node => node.rules.length > 0)
