// The selectors of a request, as members of the attributes that webhooks receive.

import type { JsonObject } from '../../api/object.ts'
import type { RequestedSelectors, SelectorRequirement } from '../../api/request.ts'
import { parseFieldTerms } from '../../selectors/field-selector.ts'
import { parseLabelRequirements } from '../../selectors/label-selector.ts'
import { SelectorError } from '../../selectors/selector-error.ts'

/**
 * Returns `fieldSelector` and `labelSelector`, as far as there are requirements. One that cannot be
 * parsed is left out, as in genuine servers: what remains is a wider request.
 */
export function selectorMembers({ fieldSelector, labelSelector }: RequestedSelectors): JsonObject {
  const members = {
    fieldSelector: requirementsOf(fieldSelector, fieldRequirements),
    labelSelector: requirementsOf(labelSelector, labelRequirements),
  }
  return Object.fromEntries(
    Object.entries(members)
      .filter(([, requirements]) => requirements.length > 0)
      .map(([name, requirements]) => [name, { requirements }]),
  )
}

function requirementsOf(
  selector: string | readonly SelectorRequirement[] = [],
  parse: (text: string) => SelectorRequirement[],
): JsonObject[] {
  const requirements = typeof selector === 'string' ? parsed(selector, parse) : selector
  return requirements.map(({ key, operator, values = [] }) => ({
    key,
    operator,
    ...(values.length > 0 && { values }),
  }))
}

function parsed(text: string, parse: (text: string) => SelectorRequirement[]) {
  try {
    return parse(text)
  } catch (error) {
    // The verb refuses the selector later.
    if (error instanceof SelectorError) return []
    throw error
  }
}

const fieldRequirements = (text: string): SelectorRequirement[] =>
  parseFieldTerms(text).map(({ path, operator, value }) => ({
    key: path,
    operator: operator === '=' ? 'In' : 'NotIn',
    values: [value],
  }))

/** In the order of their keys. Comparisons of numbers have no counterpart in reviews. */
const labelRequirements = (text: string): SelectorRequirement[] =>
  parseLabelRequirements(text)
    .filter(({ operator }) => operator !== 'Gt' && operator !== 'Lt')
    .toSorted((one, other) => compareTexts(one.key, other.key))
    .map(({ values, ...one }) => ({ ...one, values: [...new Set(values)].toSorted() }))

function compareTexts(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
