import { emptyFieldSelector, parseFieldSelector } from '../selectors/field-selector.ts'
import { emptyLabelSelector, parseLabelSelector } from '../selectors/label-selector.ts'
import type { ListOptions, ObjectSelector } from '../api/list.ts'
import { int64Parameter } from '../api/query-parameters.ts'
import type { ApiObject, JsonObject } from '../api/object.ts'
import type { Resource } from '../api/resource.ts'
import { SelectorError } from '../selectors/selector-error.ts'
import { badRequest } from '../api/status.ts'

/**
 * Parses the options in the query of a list; the first value of each option counts.
 * @throws 400 (LIST-037)
 */
export function parseListOptions(query: URLSearchParams): ListOptions {
  // `timeoutSeconds` has no effect on a list, but an invalid value is an error all the same.
  int64Parameter(query, 'timeoutSeconds')
  return {
    resourceVersion: query.get('resourceVersion') ?? '',
    resourceVersionMatch: query.get('resourceVersionMatch') ?? '',
    limit: limitIn(query),
    continue: query.get('continue') ?? '',
    labelSelector: query.get('labelSelector') ?? '',
    fieldSelector: query.get('fieldSelector') ?? '',
    hasSendInitialEvents: query.has('sendInitialEvents'),
  }
}

/** Zero, a negative number and an absent limit mean the same. */
function limitIn(query: URLSearchParams): number {
  const limit = int64Parameter(query, 'limit') ?? 0n
  return limit > 0n ? Number(limit) : Infinity
}

/**
 * Returns the label and field selector of a list or a watch as one function of stored objects;
 * undefined when it selects everything. @throws 400
 */
export function objectSelectorOf(
  options: Pick<ListOptions, 'labelSelector' | 'fieldSelector'>,
  { selectablePaths, unselectableMessage, toSelectableFields = itself }: Selectable,
): ObjectSelector | undefined {
  try {
    const ofLabels = parseLabelSelector(options.labelSelector)
    const ofFields = parseFieldSelector(options.fieldSelector, selectablePaths, unselectableMessage)
    if (ofLabels === emptyLabelSelector && ofFields === emptyFieldSelector) return undefined
    const fieldsOf = ofFields === emptyFieldSelector ? itself : toSelectableFields
    return object => ofLabels(object.metadata.labels) && ofFields(fieldsOf(object))
  } catch (error) {
    if (error instanceof SelectorError) throw badRequest(error.message)
    throw error
  }
}

type Selectable = Pick<Resource, 'selectablePaths' | 'toSelectableFields' | 'unselectableMessage'>

const itself = (object: ApiObject): JsonObject => object
