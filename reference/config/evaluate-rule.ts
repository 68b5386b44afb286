// Evaluates a rule on a value of the declared type.

import { isJsonObject, type JsonObject } from '../api/object.ts'
import { secondsIn } from '../lib/durations.ts'
import {
  type ChoiceRule,
  type RuleContext,
  type CountRule,
  type ConfigFault,
  type ValuePath,
  type RangeRule,
} from './config-rules.ts'
import { type ConfigRule, type UniqueRule, unsupportedValue } from './config-rules.ts'

export function evaluateRule(
  rule: ConfigRule,
  value: unknown,
  context: RuleContext,
): Iterable<ConfigFault> {
  switch (rule.is) {
    case 'values':
      return rule.of.includes(String(value)) ? [] : [unsupportedValue(value, rule.of)]
    case 'range':
      return outside(rule, value)
        ? [{ type: 'Invalid value', value, detail: rule.description }]
        : []
    case 'pattern':
      return rule.syntax.test(String(value))
        ? []
        : [{ type: 'Invalid value', value, detail: rule.description }]
    case 'count':
      return countFaults(rule, value)
    case 'unique':
      return uniqueFaults(rule, value)
    case 'choice':
      return choiceFaults(rule, value)
    case 'function':
      // The declaration ties the function to the type of the value, which has been checked.
      return rule.faults(value as never, context)
  }
}

function outside({ min, max, above, below }: RangeRule, value: unknown): boolean {
  const size = secondsIn(value) ?? Number(value)
  return (
    (min !== undefined && size < min) ||
    (max !== undefined && size > max) ||
    (above !== undefined && size <= above) ||
    (below !== undefined && size >= below)
  )
}

function countFaults({ min, max, description }: CountRule, value: unknown): ConfigFault[] {
  const length = Array.isArray(value) ? value.length : Object.keys(value as JsonObject).length
  if (min !== undefined && length < min) return [{ type: 'Required value', detail: description }]
  if (max === undefined || length <= max) return []
  return [{ type: 'Too many', detail: `${length}: must have at most ${max} items` }]
}

function* uniqueFaults({ member = [] }: UniqueRule, value: unknown): Iterable<ConfigFault> {
  const seen = new Set<unknown>()
  if (!Array.isArray(value)) return
  for (const [index, item] of value.entries()) {
    const key = memberAt(item, member)
    // Absent values are not duplicates. Whether they are allowed is the subject of another rule.
    if (key === undefined || key === '') continue
    const known = typeof key === 'object' ? JSON.stringify(key) : key
    if (seen.has(known)) yield { path: [index, ...member], type: 'Duplicate value', value: key }
    seen.add(known)
  }
}

export function memberAt(value: unknown, path: ValuePath): unknown {
  let found = value
  for (const part of path) {
    if (!isJsonObject(found) || !Object.hasOwn(found, part)) return undefined
    found = found[part]
  }
  return found
}

function choiceFaults({ of, min, max, description }: ChoiceRule, value: unknown): ConfigFault[] {
  const held = of.filter(name => isPresent((value as JsonObject)[name]))
  if (min !== undefined && held.length < min)
    return [{ type: 'Required value', detail: description }]
  if (max === undefined || held.length <= max) return []
  return [{ type: 'Invalid value', value: held.join(', '), detail: description }]
}

/** Whether a value is present, that is, not undefined, null or the empty text. */
export const isPresent = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== ''
