// Reads the selectors of access reviews. No built-in authorizer looks at them, but webhooks are
// told of them, and those that cannot be used are named in the answer.

import { isJsonObject, objectIn } from '../api/object.ts'
import type { RequestedSelectors } from '../api/request.ts'
import { parseFieldTerms } from '../selectors/field-selector.ts'
import { parseLabelSelector } from '../selectors/label-selector.ts'
import { SelectorError } from '../selectors/selector-error.ts'
import { requirementsIn, textIn, valuesIn } from './review-faults.ts'

/**
 * Returns a sentence for each selector of a review, already valid, that is ignored wholly or in
 * part.
 */
export function ignoredSelectors(spec: unknown): string[] {
  const { resourceAttributes: on } = objectIn(spec)
  if (!isJsonObject(on)) return []
  return [
    ...ignored('fieldSelector', on['fieldSelector'], parseFieldTerms, isFieldRequirement),
    // A requirement of labels that is valid can be used.
    ...ignored('labelSelector', on['labelSelector'], parseLabelSelector, () => true),
  ]
}

/** Returns what the selectors of a review require, as far as it can be used. */
export function usableSelectors(resourceAttributes: unknown): RequestedSelectors {
  const { fieldSelector, labelSelector } = objectIn(resourceAttributes)
  return {
    ...(isJsonObject(fieldSelector) && {
      fieldSelector: usable(fieldSelector, isFieldRequirement),
    }),
    ...(isJsonObject(labelSelector) && { labelSelector: usable(labelSelector, () => true) }),
  }
}

function usable(selector: object, isUsable: (requirement: object) => boolean) {
  const text = textIn(selector, 'rawSelector')
  if (text !== '') return text
  return requirementsIn(selector)
    .map(objectIn)
    .filter(isUsable)
    .map(one => ({
      key: textIn(one, 'key'),
      operator: textIn(one, 'operator'),
      values: valuesIn(one),
    }))
}

function ignored(
  name: string,
  selector: unknown,
  parse: (text: string) => unknown,
  isUsable: (requirement: object) => boolean,
): string[] {
  if (!isJsonObject(selector)) return []
  const requirements = requirementsIn(selector).map(objectIn)
  const used = requirements.filter(isUsable)
  if (used.length === requirements.length && canParse(textIn(selector, 'rawSelector'), parse))
    return []
  const how = used.length > 0 ? 'partially ignored' : 'ignored'
  return [`spec.resourceAttributes.${name} ${how} due to parse error`]
}

/** Fields can only be compared with one value. */
function isFieldRequirement(requirement: object): boolean {
  const operator = textIn(requirement, 'operator')
  return (operator === 'In' || operator === 'NotIn') && valuesIn(requirement).length === 1
}

function canParse(text: string, parse: (text: string) => unknown): boolean {
  try {
    parse(text)
    return true
  } catch (error) {
    if (error instanceof SelectorError) return false
    throw error
  }
}
