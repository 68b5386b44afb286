import { everyField, parseFieldSelector } from '../api/field-selector.ts'
import { everyLabel, parseLabelSelector } from '../api/label-selector.ts'
import type { ListOptions, Selector } from '../api/list.ts'
import type { Resource } from '../api/resource.ts'
import { SelectorError } from '../api/selectors.ts'
import { badRequest } from '../api/status.ts'

/** The options in the query of a list; the first value of each counts. @throws 400 (LIST-037) */
export function listOptions(query: URLSearchParams): ListOptions {
  return {
    resourceVersion: query.get('resourceVersion') ?? '',
    resourceVersionMatch: query.get('resourceVersionMatch') ?? '',
    limit: limitIn(query.get('limit') ?? ''),
    continue: query.get('continue') ?? '',
    labelSelector: query.get('labelSelector') ?? '',
    fieldSelector: query.get('fieldSelector') ?? '',
    hasSendInitialEvents: query.has('sendInitialEvents'),
  }
}

/** Zero, a negative number and no number at all mean no limit. */
function limitIn(text: string): number {
  if (text === '') return Infinity
  const number = /^[+-]?\d{1,19}$/.test(text) ? BigInt(text) : undefined
  if (number === undefined || BigInt.asIntN(64, number) !== number) {
    throw badRequest(`limit: expected an int64, got ${JSON.stringify(text)}`)
  }
  return number > 0n ? Number(number) : Infinity
}

/** What a list selects by labels and fields; undefined when it is everything. @throws 400 */
export function selectorOf(options: ListOptions, resource: Resource): Selector | undefined {
  try {
    const ofLabels = parseLabelSelector(options.labelSelector)
    const ofFields = parseFieldSelector(options.fieldSelector, resource.selectablePaths)
    if (ofLabels === everyLabel && ofFields === everyField) return undefined
    return object => ofLabels(object.metadata.labels) && ofFields(object)
  } catch (error) {
    if (error instanceof SelectorError) throw badRequest(error.message)
    throw error
  }
}
