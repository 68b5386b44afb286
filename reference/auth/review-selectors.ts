// Reads the selectors of access reviews. No built-in authorizer looks at them, but those that cannot
// be used are named in the answer.

import { isJsonObject, objectIn } from '../api/object.ts'
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

function ignored(
  name: string,
  selector: unknown,
  parse: (text: string) => unknown,
  isUsable: (requirement: object) => boolean,
): string[] {
  if (!isJsonObject(selector)) return []
  const requirements = requirementsIn(selector).map(objectIn)
  const usable = requirements.filter(isUsable)
  if (usable.length === requirements.length && canParse(textIn(selector, 'rawSelector'), parse))
    return []
  const how = usable.length > 0 ? 'partially ignored' : 'ignored'
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
