import { type ApiObject, isJsonObject, objectIn, objectsIn } from '../../../api/object.ts'
import {
  ageColumn,
  cellAt,
  type ColumnsByKind,
  integerColumn,
  lengthAt,
  nameColumn,
  textColumn,
} from '../column.ts'
import { stringsIn, scalarText } from '../cell-texts.ts'
import type { Column } from '../../../api/column.ts'

const webhooks: Column[] = [
  nameColumn,
  integerColumn('Webhooks', 'How many webhooks there are.', lengthAt('webhooks')),
  ageColumn,
]

const paramKind = textColumn('ParamKind', 'Which kind of objects configures it.', ({ spec }) => {
  const kind = objectIn(spec).paramKind
  return isJsonObject(kind) ? `${scalarText(kind.apiVersion)}/${scalarText(kind.kind)}` : '<unset>'
})

const binding: Column[] = [
  nameColumn,
  textColumn('PolicyName', 'Which policy is put to use.', cellAt('spec.policyName', '')),
  textColumn('ParamRef', 'Which object configures it here.', paramText),
  ageColumn,
]

export const admissionColumns: ColumnsByKind = {
  'admissionregistration.*/MutatingWebhookConfiguration': webhooks,
  'admissionregistration.*/ValidatingWebhookConfiguration': webhooks,
  'admissionregistration.*/ValidatingAdmissionPolicy': [
    nameColumn,
    integerColumn('Validations', 'How many rules there are.', lengthAt('spec.validations')),
    paramKind,
    ageColumn,
  ],
  'admissionregistration.*/ValidatingAdmissionPolicyBinding': binding,
  'admissionregistration.*/MutatingAdmissionPolicy': [
    nameColumn,
    integerColumn('Mutations', 'How many changes there are.', lengthAt('spec.mutations')),
    paramKind,
    ageColumn,
  ],
  'admissionregistration.*/MutatingAdmissionPolicyBinding': binding,
}

/**
 * Formats the parameters of a policy binding: an object by name, in any namespace if none is set,
 * or a selector.
 */
function paramText({ spec }: ApiObject): string {
  const { paramRef } = objectIn(spec)
  const { name: named, namespace, selector } = objectIn(paramRef)
  if (scalarText(named) !== '') return `${scalarText(namespace) || '*'}/${scalarText(named)}`
  return isJsonObject(selector) ? selectorDump(selector) : '<unset>'
}

/** A genuine server prints the selector as a data structure of its programming language. */
function selectorDump({ matchLabels, matchExpressions }: { [member: string]: unknown }): string {
  const labels = Object.entries(objectIn(matchLabels))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}: ${scalarText(value)},`)
  const terms = objectsIn(matchExpressions).map(
    ({ key, operator, values }) =>
      `LabelSelectorRequirement{Key:${scalarText(key)},Operator:${scalarText(operator)},` +
      `Values:[${stringsIn(values).join(' ')}],},`,
  )
  return (
    `&LabelSelector{MatchLabels:map[string]string{${labels.join('')}},` +
    `MatchExpressions:[]LabelSelectorRequirement{${terms.join('')}},}`
  )
}
