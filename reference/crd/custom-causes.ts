// Validates custom objects against their schemas. The order of the checks, the messages, and the
// choice among several alternatives are those of the genuine server's checker.

import { valueRequired, type StatusCause } from '../api/status-causes.ts'
import { isJsonObject, type JsonObject } from '../api/object.ts'
import { isSameJson, canonicalJsonText } from '../api/same-json.ts'
import { quote } from '../api/quote.ts'
import { checkNumber, checkText, checkType } from './check-scalars.ts'
import { correlatedItem, correlatedMember, type OldValue } from './correlate.ts'
import type { SchemaNode } from './schema-node.ts'
import {
  addCauses,
  messageFieldOf,
  invalidInBody,
  invalidObject,
  isCauseLimitReached,
  mergeResult,
  notInEnum,
  type CheckResult,
  tooManyItems,
} from './check-result.ts'
import type { ResumableTask, ComputeBudget } from './compute-budget.ts'

/** A value to check against a schema, and its old value in an update. */
export type SchemaCheck = {
  readonly value: unknown
  readonly node: SchemaNode
  readonly old?: OldValue
}

type InWork = SchemaCheck & { readonly work: ComputeBudget }

/**
 * Returns the causes that a schema finds in a value. Parts that an update does not change are not
 * reported. A value that exceeds the budget is refused.
 */
export function* customCauses(
  checked: SchemaCheck,
  work: ComputeBudget,
): ResumableTask<readonly StatusCause[]> {
  const { causes } = yield* check({ ...checked, work }, '')
  return work.isOver() ? [tooMuch] : causes
}

const tooMuch = invalidObject('the schema takes more steps for this value than there is time for')

function* check(checked: InWork, path: string): ResumableTask<CheckResult> {
  const { value, old } = checked
  const result = yield* judged(checked, path)
  const isUnchanged = result.causes.length > 0 && old && isSameJson(value, old.value)
  return isUnchanged ? { causes: [], matches: 0 } : result
}

function* judged(checked: InWork, path: string): ResumableTask<CheckResult> {
  const { value, node, work } = checked
  const result: CheckResult = { causes: [], matches: 0 }
  if (work.isOver()) return result
  if (work.spendAndCheck(stepsOf(value, node))) yield
  const step = (found: CheckResult) => {
    mergeResult(result, found)
    result.matches += 1
  }
  if (node.type !== '' || node.isIntOrString || node.format !== '') {
    step(checkType(value, node, path))
  }
  if (value === null || value === undefined) {
    mergeResult(result, checkChoice(value, node, path))
    return result
  }
  step(yield* checkJunctions(checked, path))
  if (typeof value === 'string') step(checkText(value, node, path))
  if (typeof value === 'number' || typeof value === 'bigint') step(checkNumber(value, node, path))
  if (Array.isArray(value)) step(yield* checkList(value, checked, path))
  step(checkChoice(value, node, path))
  if (isJsonObject(value)) step(yield* checkMembers(value, checked, path))
  result.matches += 1
  return result
}

/** Returns the steps for a value itself, without its members and items. */
const stepsOf = (value: unknown, { pattern, required }: SchemaNode): number =>
  1 +
  required.length / 10 +
  (typeof value === 'string' && pattern !== '' ? 5 + value.length / 10 : 0)

function checkChoice(value: unknown, node: SchemaNode, path: string): CheckResult {
  return { causes: isInEnum(value, node) ? [] : [notInEnum(path, value, node.enum)], matches: 0 }
}

/** The results of checking one value against several schemas. */
type Tally = {
  readonly first?: CheckResult
  readonly best: CheckResult
  readonly validCount: number
}

/** Checks a value against several schemas and keeps only the results that are reported. */
function* tallied(
  nodes: readonly SchemaNode[],
  checked: InWork,
  path: string,
): ResumableTask<Tally> {
  let [first, best]: (CheckResult | undefined)[] = []
  let validCount = 0
  for (const node of nodes) {
    const one = yield* judged({ ...checked, node }, path)
    // The first of those with the most matches.
    if (!best || one.matches > best.matches) best = one
    if (!isSound(one)) continue
    first ??= one
    validCount += 1
  }
  return { ...(first && { first }), best: best ?? { causes: [], matches: 0 }, validCount }
}

function* checkJunctions(checked: InWork, path: string): ResumableTask<CheckResult> {
  const { node } = checked
  const result: CheckResult = { causes: [], matches: 1 }
  const must = (because: string) =>
    addCauses(result, invalidObject(`${quote(path)} must ${because}`))
  if (node.anyOf.length > 0) {
    const { first, best } = yield* tallied(node.anyOf, checked, path)
    if (!first) must('validate at least one schema (anyOf)')
    mergeResult(result, first ?? best)
  }
  if (node.oneOf.length > 0) checkOne(yield* tallied(node.oneOf, checked, path), result, must)
  let validCount = 0
  for (const one of node.allOf) {
    const found = yield* judged({ ...checked, node: one }, path)
    mergeResult(result, found)
    validCount += isSound(found) ? 1 : 0
  }
  if (validCount < node.allOf.length) {
    must(`validate all the schemas (allOf)${validCount === 0 ? '. None validated' : ''}`)
  }
  if (node.not && isSound(yield* judged({ ...checked, node: node.not }, path))) {
    must('not validate the schema (not)')
  }
  return result
}

function checkOne(
  { validCount, first, best }: Tally,
  result: CheckResult,
  must: (because: string) => void,
): void {
  if (validCount === 1) return mergeResult(result, first ?? best)
  const because = validCount === 0 ? 'Found none valid' : `Found ${validCount} valid alternatives`
  must(`validate one and only one schema (oneOf). ${because}`)
  // If several alternatives are valid, the failures of the others are not reported.
  if (validCount === 0) mergeResult(result, best)
}

const isSound = ({ causes }: CheckResult): boolean => causes.length === 0

function* checkList(
  list: readonly unknown[],
  { node, old, work }: InWork,
  path: string,
): ResumableTask<CheckResult> {
  const result: CheckResult = { causes: [], matches: 1 }
  const { items } = node
  if (items) {
    const oldItem = old && correlatedItem(old, node)
    for (const [index, value] of list.entries()) {
      if (isCauseLimitReached(result)) break
      const before = oldItem?.(value)
      const item = { value, node: items, work, ...(before && { old: before }) }
      mergeResult(result, yield* check(item, `${path}[${index}]`))
    }
  }
  const { minItems, maxItems } = node
  if (minItems !== undefined && list.length < minItems) {
    addCauses(result, invalidInBody(path, list.length, `should have at least ${minItems} items`))
  }
  if (maxItems !== undefined && list.length > maxItems) {
    addCauses(result, tooManyItems(path, list.length, maxItems))
  }
  return result
}

function* checkMembers(
  object: JsonObject,
  checked: InWork,
  path: string,
): ResumableTask<CheckResult> {
  const { node } = checked
  const result: CheckResult = { causes: [], matches: 0 }
  const names = Object.keys(object)
  const { minProperties, maxProperties } = node
  if (minProperties !== undefined && names.length < minProperties) {
    addCauses(
      result,
      invalidInBody(path, names.length, `should have at least ${minProperties} properties`),
    )
  }
  if (maxProperties !== undefined && names.length > maxProperties) {
    addCauses(result, tooManyItems(path, names.length, maxProperties))
  }
  for (const name of names) {
    if (isCauseLimitReached(result)) break
    yield* checkMember(name, object, { ...checked, path }, result)
  }
  for (const name of node.required) {
    if (isCauseLimitReached(result)) break
    if (!Object.hasOwn(object, name))
      addCauses(result, valueRequired(messageFieldOf(`${path}.${name}`)))
  }
  return result
}

function* checkMember(
  name: string,
  object: JsonObject,
  { node, old, path, work }: InWork & { path: string },
  result: CheckResult,
): ResumableTask<void> {
  const own = node.properties.get(name)
  if (!own && node.additional === false) {
    const message = `Invalid value: ${quote(name)}: ${path}.${name} in body is a forbidden property`
    return addCauses(result, { reason: 'FieldValueInvalid', message, field: messageFieldOf(path) })
  }
  const inner = own ?? (typeof node.additional === 'object' ? node.additional : undefined)
  if (!inner) return
  // Declared members of the root have no dot before their names.
  const memberPath = own && path === '' ? name : `${path}.${name}`
  const isEnvelope = path === '' && (name === 'kind' || name === 'apiVersion')
  const before = old && !isEnvelope ? correlatedMember(old, name) : undefined
  const member = { value: object[name], node: inner, work, ...(before && { old: before }) }
  mergeResult(result, yield* check(member, memberPath))
}

/** Whether a value is among those that a schema allows. Without an enum, every value is. */
function isInEnum(value: unknown, node: SchemaNode): boolean {
  return node.enum.length === 0 || enumTextsOf(node).has(canonicalJsonText(value))
}

// Avoids searching a long enum for each of many values.
const enumTexts = new WeakMap<SchemaNode, ReadonlySet<string>>()

function enumTextsOf(node: SchemaNode): ReadonlySet<string> {
  const texts = enumTexts.get(node) ?? new Set(node.enum.map(canonicalJsonText))
  enumTexts.set(node, texts)
  return texts
}
