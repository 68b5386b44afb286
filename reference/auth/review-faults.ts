// Finds what is wrong with reviews of access. Order and words are those of a genuine server.

import { isJsonObject, type ApiObject, objectIn } from '../api/object.ts'
import { labelValueFaults, qualifiedNameFaults } from '../api/name-rules.ts'
import {
  type StatusCause,
  valueForbidden,
  valueInvalid,
  valueRequired,
} from '../api/status-causes.ts'

/** Returns the faults of a SubjectAccessReview, or of one that asks about its sender. */
export function accessReviewFaults(review: ApiObject, subject: 'named' | 'sender'): StatusCause[] {
  return [...specFaults(review, subject), ...metadataFaults(review.metadata, 'must be empty')]
}

/** Returns the faults of a LocalSubjectAccessReview. */
export function localAccessReviewFaults(review: ApiObject): StatusCause[] {
  const { namespace, ...others } = review.metadata
  const { resourceAttributes: on, nonResourceAttributes: path } = objectIn(review.spec)
  const faults = [
    ...specFaults(review, 'named'),
    ...metadataFaults(others, 'must be empty except for namespace', review.metadata),
  ]
  if (isJsonObject(on) && textIn(on, 'namespace') !== namespace) {
    const field = 'spec.resourceAttributes.namespace'
    faults.push(valueInvalid(field, textIn(on, 'namespace'), 'must match metadata.namespace'))
  }
  if (isJsonObject(path)) {
    const field = 'spec.nonResourceAttributes'
    faults.push(valueInvalid(field, shownPath(path), 'disallowed on this kind of request'))
  }
  return faults
}

function* specFaults({ spec }: ApiObject, subject: 'named' | 'sender'): Generator<StatusCause> {
  const { resourceAttributes: on, nonResourceAttributes: path, groups } = objectIn(spec)
  if (isJsonObject(on) && isJsonObject(path)) {
    const because = 'cannot be specified in combination with resourceAttributes'
    yield valueInvalid('spec.nonResourceAttributes', shownPath(path), because)
  } else if (!isJsonObject(on) && !isJsonObject(path)) {
    const because = 'exactly one of nonResourceAttributes or resourceAttributes must be specified'
    yield valueInvalid('spec.resourceAttributes', null, because)
  }
  const hasGroups = Array.isArray(groups) && groups.length > 0
  if (subject === 'named' && textIn(spec, 'user') === '' && !hasGroups)
    yield valueInvalid('spec.user', '', 'at least one of user or group must be specified')
  if (!isJsonObject(on)) return
  for (const kind of ['fieldSelector', 'labelSelector'] as const)
    yield* selectorFaults(on[kind], kind)
}

/** `managedFields`, which the server fills in, are no fault, but are shown. */
function metadataFaults(
  metadata: Partial<ApiObject['metadata']>,
  because: string,
  shown: object = metadata,
): StatusCause[] {
  const { managedFields: _, ...given } = metadata
  return Object.keys(given).length > 0 ? [valueInvalid('metadata', shown, because)] : []
}

function* selectorFaults(
  selector: unknown,
  kind: 'fieldSelector' | 'labelSelector',
): Generator<StatusCause> {
  if (!isJsonObject(selector)) return
  const field = `spec.resourceAttributes.${kind}`
  const requirements = requirementsIn(selector)
  const text = textIn(selector, 'rawSelector')
  if (text !== '' && requirements.length > 0) {
    const because = 'may not specified at the same time as requirements'
    yield valueInvalid(`${field}.rawSelector`, text, because)
  }
  if (text === '' && requirements.length === 0) {
    const because = `when ${field} is specified, requirements or rawSelector is required`
    yield valueRequired(`${field}.requirements`, because)
  }
  for (const [index, requirement] of requirements.entries())
    yield* requirementFaults(`${field}.requirements[${index}]`, objectIn(requirement), kind)
}

function* requirementFaults(
  field: string,
  requirement: object,
  kind: 'fieldSelector' | 'labelSelector',
): Generator<StatusCause> {
  const key = textIn(requirement, 'key')
  const operator = textIn(requirement, 'operator')
  const values = valuesIn(requirement)
  if (kind === 'fieldSelector' && key === '')
    yield valueRequired(`${field}.key`, 'must be specified')
  if (operator === 'In' || operator === 'NotIn') {
    if (values.length === 0)
      yield valueRequired(`${field}.values`, "must be specified when `operator` is 'In' or 'NotIn'")
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    if (values.length > 0) {
      const because = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"
      yield valueForbidden(`${field}.values`, because)
    }
  } else if (kind === 'labelSelector')
    yield valueInvalid(`${field}.operator`, operator, 'not a valid selector operator')
  if (kind === 'fieldSelector') return
  for (const fault of qualifiedNameFaults(key)) yield valueInvalid(`${field}.key`, key, fault)
  for (const [index, value] of values.entries())
    for (const fault of labelValueFaults(value))
      yield valueInvalid(`${field}.values[${index}]`, value, fault)
}

// A genuine server shows the names of its own fields.
const shownPath = (path: object) => ({ Path: textIn(path, 'path'), Verb: textIn(path, 'verb') })

/** Returns the requirements of a selector of a review. */
export function requirementsIn(selector: object): readonly unknown[] {
  const { requirements } = selector as { requirements?: unknown }
  return Array.isArray(requirements) ? requirements : []
}

/** Returns the values of a requirement. */
export function valuesIn(requirement: object): string[] {
  const { values } = requirement as { values?: unknown }
  return Array.isArray(values) ? values.map(String) : []
}

/** Returns a member that is a text, or the empty text. */
export function textIn(value: unknown, member: string): string {
  const found = isJsonObject(value) ? value[member] : undefined
  return typeof found === 'string' ? found : ''
}
