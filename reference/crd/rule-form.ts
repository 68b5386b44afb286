import {
  valueInvalid,
  valueNotSupported,
  valueRequired,
  type StatusCause,
} from '../api/status-causes.ts'
import { resolveFieldPath } from './field-path.ts'
import type { SchemaNode, ValidationRule } from './schema-node.ts'

const reasons = [
  'FieldValueDuplicate',
  'FieldValueForbidden',
  'FieldValueInvalid',
  'FieldValueRequired',
]

const isBroken = (text: string): boolean => /[\n\r]/.test(text)

/** Yields the causes of the form of rules in a schema. Their expressions are checked elsewhere. */
export function* ruleFormCauses(node: SchemaNode, path: string): Iterable<StatusCause> {
  for (const [index, rule] of node.rules.entries()) {
    yield* ruleCauses(rule, node, `${path}.x-kubernetes-validations[${index}]`)
  }
}

function* ruleCauses(rule: ValidationRule, node: SchemaNode, path: string): Iterable<StatusCause> {
  yield* textCauses(rule, path)
  const { messageExpression, reason, fieldPath: place } = rule
  if (messageExpression !== '' && messageExpression.trim() === '') {
    const because = 'messageExpression must be non-empty if specified'
    yield valueRequired(`${path}.messageExpression`, because)
  }
  if (reason !== '' && !reasons.includes(reason)) {
    yield valueNotSupported(`${path}.reason`, reason, reasons)
  }
  if (place === '') return
  const field = `${path}.fieldPath`
  if (place.trim() === '') yield valueInvalid(field, place, 'must be non-empty if specified')
  if (isBroken(place)) yield valueInvalid(field, place, 'must not contain line breaks')
  if ('fault' in resolveFieldPath(place, node, 'any')) {
    yield valueInvalid(field, place, 'must be a valid path')
  }
}

function* textCauses({ rule, message }: ValidationRule, path: string): Iterable<StatusCause> {
  const field = `${path}.message`
  if (rule.trim() === '') yield valueRequired(`${path}.rule`, 'rule is not specified')
  else if (message !== '' && message.trim() === '') {
    yield valueInvalid(field, message, 'must be non-empty if specified')
  } else if (isBroken(message.trim())) {
    yield valueInvalid(field, message, 'must not contain line breaks')
  } else if (isBroken(rule.trim()) && message.trim() === '') {
    yield valueRequired(field, 'message must be specified if rule contains line breaks')
  }
}
