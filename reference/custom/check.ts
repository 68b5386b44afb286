// Whether a custom object is what its schema says. The order of the steps, what a wrong value is
// told, and which of several choices is told of are those of the genuine server's checker.

import { valueRequired } from '../api/causes.ts'
import { isJsonObject, type JsonObject } from '../api/object.ts'
import type { Cause } from '../api/resource.ts'
import { isSameJson } from '../api/same-json.ts'
import { quoted } from '../api/shown.ts'
import { checkNumber, checkText, checkType } from './check-scalars.ts'
import { isChosen } from './choices.ts'
import { correlatedItem, correlatedMember, type Old } from './correlate.ts'
import type { Node } from './node.ts'
import {
  add,
  fieldOf,
  invalidIn,
  invalidWhole,
  isFull,
  merge,
  notOneOf,
  type Result,
  tooMany,
} from './results.ts'

export type Checked = { readonly value: unknown; readonly node: Node; readonly old?: Old }

/** What a schema finds wrong with a value; what an update leaves as it was is not judged again. */
export const customCauses = (checked: Checked): readonly Cause[] => check(checked, '').causes

function check({ value, node, old }: Checked, path: string): Result {
  const result = judged({ value, node, ...(old && { old }) }, path)
  const isUnchanged = result.causes.length > 0 && old && isSameJson(value, old.value)
  return isUnchanged ? { causes: [], matches: 0 } : result
}

function judged(checked: Checked, path: string): Result {
  const { value, node } = checked
  const result: Result = { causes: [], matches: 0 }
  const step = (found: Result) => {
    merge(result, found)
    result.matches += 1
  }
  if (node.type !== '' || node.isIntOrString || node.format !== '') {
    step(checkType(value, node, path))
  }
  if (value === null || value === undefined) {
    merge(result, checkChoice(value, node, path))
    return result
  }
  step(checkJunctions(checked, path))
  if (typeof value === 'string') step(checkText(value, node, path))
  if (typeof value === 'number' || typeof value === 'bigint') step(checkNumber(value, node, path))
  if (Array.isArray(value)) step(checkList(value, checked, path))
  step(checkChoice(value, node, path))
  if (isJsonObject(value)) step(checkMembers(value, checked, path))
  result.matches += 1
  return result
}

function checkChoice(value: unknown, node: Node, path: string): Result {
  return { causes: isChosen(value, node) ? [] : [notOneOf(path, value, node.enum)], matches: 0 }
}

function checkJunctions({ value, node, old }: Checked, path: string): Result {
  const result: Result = { causes: [], matches: 1 }
  const results = (nodes: readonly Node[]) =>
    nodes.map(one => judged({ value, node: one, ...(old && { old }) }, path))
  const must = (because: string) => add(result, invalidWhole(`${quoted(path)} must ${because}`))
  if (node.anyOf.length > 0) {
    const found = results(node.anyOf)
    const first = found.find(isSound)
    if (!first) must('validate at least one schema (anyOf)')
    merge(result, first ?? best(found))
  }
  if (node.oneOf.length > 0) checkOne(results(node.oneOf), result, must)
  if (node.allOf.length > 0) {
    const found = results(node.allOf)
    for (const one of found) merge(result, one)
    const sound = found.filter(isSound).length
    if (sound < found.length) {
      must(`validate all the schemas (allOf)${sound === 0 ? '. None validated' : ''}`)
    }
  }
  if (node.not && results([node.not]).every(isSound)) must('not validate the schema (not)')
  return result
}

function checkOne(found: readonly Result[], result: Result, must: (because: string) => void): void {
  const sound = found.filter(isSound)
  if (sound.length === 1) return merge(result, sound[0] ?? best(found))
  const because =
    sound.length === 0 ? 'Found none valid' : `Found ${sound.length} valid alternatives`
  must(`validate one and only one schema (oneOf). ${because}`)
  // A choice that failed after one that did not is told of by nobody.
  if (sound.length === 0) merge(result, best(found))
}

const isSound = ({ causes }: Result): boolean => causes.length === 0

/** The first of those that are right in most. */
const best = (found: readonly Result[]): Result =>
  found.reduce((one, other) => (other.matches > one.matches ? other : one))

function checkList(list: readonly unknown[], { node, old }: Checked, path: string): Result {
  const result: Result = { causes: [], matches: 1 }
  const { items } = node
  if (items) {
    const oldItem = old && correlatedItem(old, node)
    for (const [index, value] of list.entries()) {
      if (isFull(result)) break
      const before = oldItem?.(value)
      const item = { value, node: items, ...(before && { old: before }) }
      merge(result, check(item, `${path}[${index}]`))
    }
  }
  const { minItems, maxItems } = node
  if (minItems !== undefined && list.length < minItems) {
    add(result, invalidIn(path, list.length, `should have at least ${minItems} items`))
  }
  if (maxItems !== undefined && list.length > maxItems) {
    add(result, tooMany(path, list.length, maxItems))
  }
  return result
}

function checkMembers(object: JsonObject, checked: Checked, path: string): Result {
  const { node } = checked
  const result: Result = { causes: [], matches: 0 }
  const names = Object.keys(object)
  const { minProperties, maxProperties } = node
  if (minProperties !== undefined && names.length < minProperties) {
    add(result, invalidIn(path, names.length, `should have at least ${minProperties} properties`))
  }
  if (maxProperties !== undefined && names.length > maxProperties) {
    add(result, tooMany(path, names.length, maxProperties))
  }
  for (const name of names) {
    if (isFull(result)) break
    checkMember(name, object, { ...checked, path }, result)
  }
  for (const name of node.required) {
    if (isFull(result)) break
    if (!Object.hasOwn(object, name)) add(result, valueRequired(fieldOf(`${path}.${name}`)))
  }
  return result
}

function checkMember(
  name: string,
  object: JsonObject,
  { node, old, path }: Checked & { path: string },
  result: Result,
): void {
  const own = node.properties.get(name)
  if (!own && node.additional === false) {
    const message = `Invalid value: ${quoted(name)}: ${path}.${name} in body is a forbidden property`
    return add(result, { reason: 'FieldValueInvalid', message, field: fieldOf(path) })
  }
  const inner = own ?? (typeof node.additional === 'object' ? node.additional : undefined)
  if (!inner) return
  // The root's own members have no dot before them, other values have.
  const memberPath = own && path === '' ? name : `${path}.${name}`
  const isEnvelope = path === '' && (name === 'kind' || name === 'apiVersion')
  const before = old && !isEnvelope ? correlatedMember(old, name) : undefined
  const member = { value: object[name], node: inner, ...(before && { old: before }) }
  merge(result, check(member, memberPath))
}
