import { truncate } from '../api/quote.ts'
import type { SchemaNode } from './schema-node.ts'
import { isOfFormat, knownFormat } from '../lib/string-formats.ts'
import { compileRegex, RegexStepLimitExceeded } from '../cel/client-regex.ts'
import {
  addCauses,
  invalidInBody,
  invalidObject,
  type CheckResult,
  tooManyBytes,
  wrongTypeInBody,
} from './check-result.ts'

/** Checks whether a value has the type of its schema. Other faults are checked separately. */
export function checkType(value: unknown, node: SchemaNode, path: string): CheckResult {
  const types = node.isIntOrString ? ['integer', 'string'] : node.type === '' ? [] : [node.type]
  const fault = (wanted: string, got: string): CheckResult => ({
    causes: [wrongTypeInBody(path, wanted, got)],
    matches: 0,
  })
  if (value === null || value === undefined) {
    const isSound = types.length === 0 || node.isNullable
    return isSound ? { causes: [], matches: 1 } : fault(types.join(','), 'null')
  }
  const { type, format } = kindOf(value)
  const isLoose = type === 'integer' && types.includes('number')
  const isTyped = types.includes(type) || isLoose
  const wantedFormat = knownFormat(node)
  const isListOrText = type === 'string' || type === 'array'
  if (wantedFormat !== '') {
    if (!isListOrText && !isTyped && format !== wantedFormat) return fault(wantedFormat, format)
    // A text format is checked separately and does not apply to lists.
    const isOfNumbers = types.includes('number') || types.includes('integer')
    if (!isOfNumbers && isListOrText) return { causes: [], matches: 1 }
  }
  if (isTyped || types.length === 0) return { causes: [], matches: 1 }
  return fault(types.join(','), type)
}

function kindOf(value: unknown): { type: string; format: string } {
  if (typeof value === 'bigint') return { type: 'integer', format: 'int64' }
  if (typeof value === 'number') {
    return Number.isInteger(value)
      ? { type: 'integer', format: 'int64' }
      : { type: 'number', format: 'float64' }
  }
  if (Array.isArray(value)) return { type: 'array', format: '' }
  return { type: typeof value, format: '' }
}

/** Returns the first fault of a text, and whether it has its format. */
export function checkText(value: string, node: SchemaNode, path: string): CheckResult {
  const result: CheckResult = { causes: [], matches: 0 }
  const fault = textFault(value, node, path)
  if (fault) addCauses(result, fault)
  const format = knownFormat(node)
  if (format !== '' && !isOfFormat(value, format)) {
    addCauses(result, {
      ...invalidInBody(path, value, `must be of type ${node.format}: ${JSON.stringify(value)}`),
      reason: 'FieldValueTypeInvalid',
    })
  }
  return result
}

function textFault(value: string, { maxLength, minLength, pattern }: SchemaNode, path: string) {
  if (maxLength !== undefined && isLonger(value, maxLength)) return tooManyBytes(path, maxLength)
  if (minLength !== undefined && !isLonger(value, minLength - 1)) {
    return invalidInBody(path, value, `should be at least ${minLength} chars long`)
  }
  return pattern === '' ? undefined : patternFault(value, pattern, path)
}

function patternFault(value: string, pattern: string, path: string) {
  try {
    if (compileRegex(pattern)?.test(value)) return undefined
  } catch (error) {
    if (!(error instanceof RegexStepLimitExceeded)) throw error
    const because = `cannot be matched with '${truncate(pattern)}': ${error.message}`
    return invalidInBody(path, value, because)
  }
  return invalidInBody(path, value, `should match '${pattern}'`)
}

/** Whether a text has more than `most` characters. A surrogate pair counts as one. */
function isLonger(text: string, most: number): boolean {
  if (text.length <= most) return false
  return text.length > 2 * most || [...text].length > most
}

const int32 = { least: -(2 ** 31), most: 2 ** 31 - 1 }

/** Returns the faults of a number: its range, `multipleOf` and bounds. */
export function checkNumber(given: number | bigint, node: SchemaNode, path: string): CheckResult {
  const result: CheckResult = { causes: [], matches: 1 }
  const value = Number(given)
  const { type, format } = node
  // For an integral value of type `number`, the fraction of a bound is dropped.
  const bound = (limit: number | undefined) =>
    limit !== undefined && type !== 'integer' && Number.isInteger(value) ? Math.trunc(limit) : limit
  const [multipleOf, maximum, minimum] = [node.multipleOf, node.maximum, node.minimum].map(bound)
  const isTooFar = format === 'int32' && (value < int32.least || value > int32.most)
  if (type === 'integer' && (isTooFar || !Number.isInteger(value))) {
    const known = knownFormat(node)
    const as = known === '' ? '(default format)' : `with format ${known}`
    addCauses(result, invalidObject(`Checked value must be of type integer ${as} in ${path}`))
  }
  if (multipleOf !== undefined && multipleOf <= 0) {
    addCauses(result, {
      ...invalidInBody(path, multipleOf, ''),
      message: `Invalid value: ${multipleOf}: factor MultipleOf declared for ${path} must be positive: ${multipleOf}`,
    })
  } else if (multipleOf !== undefined && !isMultiple(value, multipleOf)) {
    addCauses(result, invalidInBody(path, given, `should be a multiple of ${multipleOf}`))
  }
  if (minimum !== undefined && (node.exclusiveMinimum ? value <= minimum : value < minimum)) {
    const than = node.exclusiveMinimum ? 'greater than' : 'greater than or equal to'
    addCauses(result, invalidInBody(path, given, `should be ${than} ${minimum}`))
  }
  if (maximum !== undefined && (node.exclusiveMaximum ? value >= maximum : value > maximum)) {
    const than = node.exclusiveMaximum ? 'less than' : 'less than or equal to'
    addCauses(result, invalidInBody(path, given, `should be ${than} ${maximum}`))
  }
  return result
}

function isMultiple(value: number, factor: number): boolean {
  const count = factor < 1 ? (1 / factor) * value : value / factor
  // Allows for the rounding error of a quotient.
  return Math.abs(count - Math.round(count)) <= 1e-9 * Math.max(1, Math.abs(count))
}
