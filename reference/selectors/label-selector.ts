// Parses the `labelSelector` of list, watch and deletecollection: requirements joined by commas,
// all of which must hold (LIST-039). Grammar and messages are those of the genuine server.

import { labelValueFaults, qualifiedNameFaults } from '../api/name-rules.ts'
import { SelectorError } from './selector-error.ts'
import { truncate, quote } from '../api/quote.ts'

export type Labels = Readonly<Record<string, string>>
export type LabelSelector = (labels: Labels | undefined) => boolean

/** The selector for an empty text. Compare with it to detect that all objects are selected. */
export const emptyLabelSelector: LabelSelector = () => true

/** A requirement that a label must meet. */
export type LabelRequirement = {
  readonly key: string
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist' | 'Gt' | 'Lt'
  readonly values: readonly string[]
}

/** Returns a predicate over `metadata.labels`, in time linear in the text. @throws SelectorError */
export function parseLabelSelector(text: string): LabelSelector {
  const tests = parseLabelRequirements(text).map(predicateOf)
  if (tests.length === 0) return emptyLabelSelector
  return labels => tests.every(holds => holds(labels))
}

/** Parses the requirements of a selector, in their order. @throws SelectorError */
export function parseLabelRequirements(text: string): LabelRequirement[] {
  const tokens = tokensOf(text)
  const requirements: LabelRequirement[] = []
  while (!tokens.ends()) {
    if (!tokens.startsRequirement()) refuse(tokens.peek(), `!, identifier, or 'end of string'`)
    requirements.push(requirement(tokens))
    if (tokens.ends()) break
    const separator = tokens.take()
    if (separator !== ',') refuse(separator, `',' or 'end of string'`)
    if (!tokens.startsRequirement()) refuse(tokens.peek(), `identifier after ','`)
  }
  return requirements
}

const noLabels: Labels = {}

function predicateOf({ key, operator, values }: LabelRequirement): LabelSelector {
  const valueOf = (labels = noLabels) => (Object.hasOwn(labels, key) ? labels[key] : undefined)
  const among: ReadonlySet<string | undefined> = new Set(values)
  const limit = integer(values[0])
  const compared = (
    labels: Labels | undefined,
    isWanted: (value: bigint, to: bigint) => boolean,
  ) => {
    const value = integer(valueOf(labels))
    return value !== undefined && limit !== undefined && isWanted(value, limit)
  }
  switch (operator) {
    case 'In':
      return labels => among.has(valueOf(labels))
    case 'NotIn':
      return labels => !among.has(valueOf(labels))
    case 'Exists':
      return labels => Object.hasOwn(labels ?? noLabels, key)
    case 'DoesNotExist':
      return labels => !Object.hasOwn(labels ?? noLabels, key)
    case 'Gt':
      return labels => compared(labels, (value, to) => value > to)
    case 'Lt':
      return labels => compared(labels, (value, to) => value < to)
  }
}

function requirement(tokens: Tokens): LabelRequirement {
  const isNegated = tokens.peek() === '!'
  if (isNegated) tokens.take()
  const key = tokens.take()
  if (!isIdentifier(key)) refuseRequirement(`found '${truncate(key)}', expected: identifier`)
  refuseFaults('<nil>', key, qualifiedNameFaults(key))
  if (isNegated) return { key, operator: 'DoesNotExist', values: [] }
  if (tokens.ends() || tokens.peek() === ',') return { key, operator: 'Exists', values: [] }
  return comparison(tokens, key, tokens.take())
}

function comparison(tokens: Tokens, key: string, operator: string): LabelRequirement {
  switch (operator) {
    case '=':
    case '==':
    case 'in':
      return { key, operator: 'In', values: valuesOf(tokens, key, operator) }
    case '!=':
    case 'notin':
      return { key, operator: 'NotIn', values: valuesOf(tokens, key, operator) }
    case '>':
    case '<':
      return { key, operator: operator === '>' ? 'Gt' : 'Lt', values: [limitOf(tokens, key)] }
    default:
      return refuseRequirement(
        `found '${truncate(operator)}', expected: in, notin, =, ==, !=, gt, lt`,
      )
  }
}

function valuesOf(tokens: Tokens, key: string, operator: string): string[] {
  const isSet = operator === 'in' || operator === 'notin'
  const values = isSet ? valueList(tokens) : [singleValue(tokens)]
  refuseValues(key, values)
  return values
}

function limitOf(tokens: Tokens, key: string): string {
  const text = singleValue(tokens)
  refuseValues(key, [text])
  if (integer(text) !== undefined) return text
  return refuseRequirement(
    `values[0]: Invalid value: ${quote(text)}: ` +
      "for 'Gt', 'Lt' operators, the value must be an integer",
  )
}

/** Parses the value after an operator. A missing value is the empty value. */
function singleValue(tokens: Tokens): string {
  if (tokens.ends() || tokens.peek() === ',') return ''
  const value = tokens.take()
  return isIdentifier(value)
    ? value
    : refuseRequirement(`found '${truncate(value)}', expected: identifier`)
}

/** Parses `(a,b)`. A missing value between commas, or in `()`, is the empty value. */
function valueList(tokens: Tokens): string[] {
  const opening = tokens.take()
  if (opening !== '(') refuseRequirement(`found '${truncate(opening)}' expected: '('`)
  const values: string[] = []
  for (;;) {
    values.push(isIdentifier(tokens.peek()) ? tokens.take() : '')
    const next = tokens.take()
    if (next === ')') return values
    if (next !== ',') refuseRequirement(`found '${truncate(next)}', expected: ',' or ')'`)
  }
}

const int64Max = 2n ** 63n - 1n

/** Parses a 64-bit integer. Returns undefined for any other text. */
function integer(text: string | undefined): bigint | undefined {
  // Limits the length, so that no text makes a comparison expensive.
  if (text === undefined || !/^-?\d{1,63}$/.test(text)) return undefined
  const value = BigInt(text)
  return value <= int64Max && value >= -int64Max - 1n ? value : undefined
}

type Tokens = {
  /** Returns the next token without consuming it, or an empty text at the end. */
  peek(): string
  take(): string
  ends(): boolean
  startsRequirement(): boolean
}

const special = /^[=!(),<>]/
const isIdentifier = (token: string) => token !== '' && !special.test(token)

function tokensOf(text: string): Tokens {
  const tokens = text.match(/==|!=|[=!(),<>]|[^=!(),<> \t\r\n]+/g) ?? []
  let position = 0
  const peek = () => tokens[position] ?? ''
  return {
    peek,
    take() {
      const token = peek()
      position += 1
      return token
    },
    ends: () => position >= tokens.length,
    startsRequirement: () => peek() === '!' || isIdentifier(peek()),
  }
}

function refuseValues(key: string, values: string[]) {
  for (const [index, value] of values.entries()) {
    refuseFaults(`values[${index}][${key}]`, value, labelValueFaults(value))
  }
}

function refuseFaults(field: string, value: string, faults: string[]) {
  if (faults.length === 0) return
  refuseRequirement(`${field}: Invalid value: ${quote(value)}: ${faults.join('; ')}`)
}

function refuse(found: string, expected: string): never {
  throw new SelectorError(`found '${truncate(found)}', expected: ${expected}`)
}

function refuseRequirement(fault: string): never {
  throw new SelectorError(`unable to parse requirement: ${fault}`)
}
