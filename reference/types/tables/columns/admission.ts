import { type ApiObject, isJsonObject, objectIn, objectsIn } from '../../../api/object.ts'
import {
  age,
  at,
  type Column,
  type ColumnsByKind,
  integer,
  lengthAt,
  name,
  text,
} from '../column.ts'
import { stringsIn, textIn } from '../texts.ts'

const webhooks: Column[] = [
  name,
  integer('Webhooks', 'How many webhooks there are.', lengthAt('webhooks')),
  age,
]

const paramKind = text('ParamKind', 'Which kind of objects configures it.', ({ spec }) => {
  const kind = objectIn(spec).paramKind
  return isJsonObject(kind) ? `${textIn(kind.apiVersion)}/${textIn(kind.kind)}` : '<unset>'
})

const binding: Column[] = [
  name,
  text('PolicyName', 'Which policy is put to use.', at('spec.policyName', '')),
  text('ParamRef', 'Which object configures it here.', paramText),
  age,
]

export const admission: ColumnsByKind = {
  'admissionregistration.*/MutatingWebhookConfiguration': webhooks,
  'admissionregistration.*/ValidatingWebhookConfiguration': webhooks,
  'admissionregistration.*/ValidatingAdmissionPolicy': [
    name,
    integer('Validations', 'How many rules there are.', lengthAt('spec.validations')),
    paramKind,
    age,
  ],
  'admissionregistration.*/ValidatingAdmissionPolicyBinding': binding,
  'admissionregistration.*/MutatingAdmissionPolicy': [
    name,
    integer('Mutations', 'How many changes there are.', lengthAt('spec.mutations')),
    paramKind,
    age,
  ],
  'admissionregistration.*/MutatingAdmissionPolicyBinding': binding,
}

/** An object by name, in any namespace where none is named, or all that a selector finds. */
function paramText({ spec }: ApiObject): string {
  const { paramRef } = objectIn(spec)
  const { name: named, namespace, selector } = objectIn(paramRef)
  if (textIn(named) !== '') return `${textIn(namespace) || '*'}/${textIn(named)}`
  return isJsonObject(selector) ? selectorDump(selector) : '<unset>'
}

/** A genuine server shows its own form of a selector here, rather than a text of it. */
function selectorDump({ matchLabels, matchExpressions }: { [member: string]: unknown }): string {
  const labels = Object.entries(objectIn(matchLabels))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}: ${textIn(value)},`)
  const terms = objectsIn(matchExpressions).map(
    ({ key, operator, values }) =>
      `LabelSelectorRequirement{Key:${textIn(key)},Operator:${textIn(operator)},` +
      `Values:[${stringsIn(values).join(' ')}],},`,
  )
  return (
    `&LabelSelector{MatchLabels:map[string]string{${labels.join('')}},` +
    `MatchExpressions:[]LabelSelectorRequirement{${terms.join('')}},}`
  )
}
