// Applies the rules of a table to an object in one walk, together with the object before an update.

import assert from 'node:assert/strict'
import {
  valueDuplicate,
  valueForbidden,
  valueInvalid,
  valueNotSupported,
  valueRequired,
  valueTooLong,
  type StatusCause,
} from '../../api/status-causes.ts'
import { billionthsIn } from '../../lib/quantities.ts'
import { isJsonObject, objectIn } from '../../api/object.ts'
import { isSameJson } from '../../api/same-json.ts'
import { everySteps } from '../../lib/event-loop.ts'
import { compileTable, type RuleNode } from './compile-table.ts'
import { textFormats } from './text-formats.ts'
import { validators } from './validators.ts'
import {
  isEmptyValue,
  isPresent,
  type ValuePlace,
  childPlace,
  memberValueAt,
} from './value-place.ts'
import type { BuiltInRule, RuleTable, RuleCondition } from './rule-table.ts'

// More causes would not help a client.
const causesMax = 100

/**
 * Yields the causes that the rules of a table find in a value. `old` is absent on create. It yields
 * undefined where the caller may pause, because the length of lists is chosen by clients.
 */
export function* tableCauses(
  table: RuleTable,
  value: unknown,
  start: Start,
): Iterable<StatusCause | undefined> {
  const { field = '', old, isUpdate = old !== undefined } = start
  const place = { field, value, old, isUpdate, cache: new Map<unknown, unknown>(), judge }
  let count = 0
  for (const cause of walk(compileTable(table), place)) {
    yield cause
    if (cause && ++count >= causesMax) return
  }
}

type Start = { readonly field?: string; readonly old?: unknown; readonly isUpdate?: boolean }

function judge(table: RuleTable, place: ValuePlace): readonly StatusCause[] {
  const found: StatusCause[] = []
  for (const cause of walk(compileTable(table), place)) {
    if (cause) found.push(cause)
    if (found.length >= causesMax) break
  }
  return found
}

/** A node to be applied at one place, or at each place that is left in an iterator. */
type Task = {
  readonly node: RuleNode
  readonly place: ValuePlace
  readonly each?: Iterator<ValuePlace>
}

/**
 * Yields the causes of a node at a place, and then those of nested nodes. The remaining work is a
 * stack, so a single generator walks the whole object.
 */
function* walk(root: RuleNode, start: ValuePlace): Iterable<StatusCause | undefined> {
  const tasks: Task[] = [{ node: root, place: start }]
  const isDue = everySteps(placesOfTurn)
  for (let task = tasks.pop(); task; task = tasks.pop()) {
    if (isDue()) yield undefined
    const { node, each } = task
    let { place } = task
    if (each) {
      const next = each.next()
      if (next.done) continue
      tasks.push(task)
      place = next.value
    }
    // Delegating with `yield*` is slower, because most rules find nothing.
    for (const rule of node.rules) for (const cause of obeyed(rule, place)) yield cause
    if (node.hasBelow) addBelow(node, place, tasks)
  }
}

// About one to several milliseconds of work.
const placesOfTurn = 500

/** Pushes the tasks for nested values in reverse order, so that the first one is popped first. */
function addBelow(node: RuleNode, place: ValuePlace, tasks: Task[]): void {
  const { value } = place
  const from = tasks.length
  for (const { test, node: chosen } of node.choices) {
    if (holds(test, place)) tasks.push({ node: chosen, place })
  }
  for (const { parts, member, node: below } of node.detours) {
    const separator = place.field === '' || member === '' ? '' : '.'
    const field = `${place.field}${separator}${member}`
    tasks.push({ node: below, place, each: placesAt(place, parts, field) })
  }
  if (isJsonObject(value)) {
    for (const [name, inner] of node.members) {
      // Most members are absent, and most rules do not apply to absent values.
      const isThere = value[name] !== undefined && value[name] !== null
      if (isThere || inner.asksAbsent) tasks.push({ node: inner, place: childPlace(place, name) })
    }
    if (node.values) tasks.push({ node: node.values, place, each: valuesIn(place) })
  } else if (Array.isArray(value) && node.items) {
    tasks.push({ node: node.items, place, each: itemsIn(place, value) })
  }
  for (let [low, high] = [from, tasks.length - 1]; low < high; low++, high--) {
    const one = tasks[low] as Task
    tasks[low] = tasks[high] as Task
    tasks[high] = one
  }
}

function* valuesIn(place: ValuePlace): Iterator<ValuePlace> {
  for (const key of Object.keys(objectIn(place.value))) yield childPlace(place, key, 'key')
}

function* itemsIn(place: ValuePlace, list: readonly unknown[]): Iterator<ValuePlace> {
  for (let index = 0; index < list.length; index++) yield childPlace(place, index)
}

function* placesAt(
  place: ValuePlace,
  parts: readonly string[],
  field: string,
): Iterator<ValuePlace> {
  for (const one of placesOf(place, parts)) yield { ...one, field }
}

/** Yields the places to which a path leads. */
function* placesOf(place: ValuePlace, [part, ...rest]: readonly string[]): Iterable<ValuePlace> {
  const { value } = place
  if (part === undefined) yield place
  else if (part === '[]') {
    if (!Array.isArray(value)) return
    for (const index of value.keys()) yield* placesOf(childPlace(place, index), rest)
  } else if (part === '{}') {
    for (const key of Object.keys(objectIn(value))) {
      yield* placesOf(childPlace(place, key, 'key'), rest)
    }
  } else if (isJsonObject(value)) yield* placesOf(childPlace(place, part), rest)
}

function holds(test: RuleCondition, place: ValuePlace): boolean {
  if (test === 'creating') return !place.isUpdate
  if (test === 'updating') return place.isUpdate
  if ('not' in test) return !holds(test.not, place)
  if ('all' in test) return test.all.every(one => holds(one, place))
  if ('any' in test) return test.any.some(one => holds(one, place))
  if ('has' in test) return isPresent(memberValueAt(place, test.has))
  return test.is.includes(memberValueAt(place, test.member) ?? undefined)
}

type Validator = (place: ValuePlace) => Iterable<StatusCause | undefined>

const validatorsByName: ReadonlyMap<string, Validator> = new Map(Object.entries(validators))

/** Tables name validators by text, because validators import tables. */
function validatorOf(name: string): Validator {
  const validator = validatorsByName.get(name)
  assert(validator, `a table names the validator ${name}, which does not exist`)
  return validator
}

type Obeyed = Exclude<BuiltInRule, { is: 'when' }>

function* obeyed(rule: Obeyed, place: ValuePlace): Iterable<StatusCause | undefined> {
  const { field, value } = place
  if (rule.is === 'validator') return yield* validatorOf(rule.name)(place)
  if (rule.is === 'fixed') return yield* changeCauses(rule, place)
  if (rule.is === 'required') {
    if (isEmptyValue(value) || value === 0) yield valueRequired(field, rule.because)
    return
  }
  if (!isPresent(value)) return
  if (rule.is === 'forbidden') {
    if (!isEmptyValue(value)) yield valueForbidden(field, rule.because)
  } else if (rule.is === 'amount') yield* ofAmount(rule, place)
  else if (rule.is === 'invalid') yield valueInvalid(field, value, rule.because)
  else if (rule.is === 'choice') yield* choiceMade(rule, place)
  else if (typeof value === 'number' || typeof value === 'bigint') yield* ofNumber(rule, place)
  else if (typeof value === 'string') yield* ofText(rule, value, field)
  else if (Array.isArray(value)) yield* ofList(rule, value, field)
}

function* changeCauses(
  rule: Extract<BuiltInRule, { is: 'fixed' }>,
  place: ValuePlace,
): Iterable<StatusCause> {
  const { field, value, old, isUpdate } = place
  if (!isUpdate || isSameJson(value ?? undefined, old ?? undefined)) return
  if (isEmptyValue(value) && isEmptyValue(old)) return
  yield rule.reason === 'Invalid'
    ? valueInvalid(field, value, rule.because)
    : valueForbidden(field, rule.because)
}

function* ofNumber(rule: Obeyed, { field, value }: ValuePlace): Iterable<StatusCause> {
  if (rule.is !== 'range') return
  const { min = -Infinity, max = Infinity } = rule
  if (Number(value) < min || Number(value) > max) yield valueInvalid(field, value, rule.because)
}

function* ofAmount(
  { min, because }: Extract<BuiltInRule, { is: 'amount' }>,
  { field, value }: ValuePlace,
): Iterable<StatusCause> {
  const amount = billionthsIn(String(value))
  if (amount === undefined || amount > 0n || (min === 0 && amount === 0n)) return
  yield valueInvalid(field, value, because)
}

function* ofText(rule: Obeyed, text: string, field: string): Iterable<StatusCause> {
  if (rule.is === 'oneOf') {
    if (rule.of.includes(text)) return
    yield rule.because === undefined
      ? valueNotSupported(field, text, rule.of)
      : valueInvalid(field, text, rule.because)
  } else if (rule.is === 'bytes') {
    if (Buffer.byteLength(text) > rule.max) yield valueTooLong(field, rule.max)
  } else if (rule.is === 'format') {
    for (const fault of textFormats[rule.of](text)) yield valueInvalid(field, text, fault)
  }
}

function* ofList(rule: Obeyed, list: readonly unknown[], field: string): Iterable<StatusCause> {
  if (rule.is === 'count' && list.length > rule.max) {
    const message = `Too many: ${list.length}: must have at most ${rule.max} items`
    yield { reason: 'FieldValueTooMany', message, field }
  }
  if (rule.is !== 'unique') return
  const seen = new Set<string>()
  for (const [index, item] of list.entries()) {
    const shown = rule.by ? rule.by.map(name => objectIn(item)[name] ?? null) : item
    const key = JSON.stringify(shown, (_name, one: unknown) =>
      typeof one === 'bigint' ? String(one) : one,
    )
    if (rule.by?.length === 1 && isEmptyValue(objectIn(item)[rule.by[0] ?? ''])) continue
    const suffix = rule.reportedMember === undefined ? '' : `.${rule.reportedMember}`
    const reported = rule.reportedMember === undefined ? item : objectIn(item)[rule.reportedMember]
    if (seen.has(key)) yield valueDuplicate(`${field}[${index}]${suffix}`, reported)
    seen.add(key)
  }
}

function* choiceMade(
  { of, min, messages }: Extract<BuiltInRule, { is: 'choice' }>,
  { field, value }: ValuePlace,
): Iterable<StatusCause> {
  const there = of.filter(name => isPresent(objectIn(value)[name]))
  if (there.length < min) yield valueRequired(field, messages.none)
  for (const name of there.slice(1)) {
    if (messages.manyAt === 'object') yield valueInvalid(field, value, messages.many)
    else yield valueForbidden(field === '' ? name : `${field}.${name}`, messages.many)
    if (messages.manyAt === 'object') return
  }
}
