// Rules that many types share: selectors, labels and references.

import {
  forbiddenField,
  format,
  validatorRule,
  requiredField,
  type RuleTable,
  when,
  memberIs,
  oneOfOrInvalid,
} from './rule-table.ts'

export const labels: RuleTable = { '': [validatorRule('labels')] }

export const labelSelector: RuleTable = {
  matchLabels: [labels],
  'matchExpressions[].key': [format('qualifiedName')],
  'matchExpressions[].operator': [
    oneOfOrInvalid('not a valid selector operator', 'In', 'NotIn', 'Exists', 'DoesNotExist'),
  ],
  'matchExpressions[].values[]': [format('labelValue')],
  'matchExpressions[]': [
    when(memberIs('operator', 'In', 'NotIn'), {
      values: [requiredField("must be specified when `operator` is 'In' or 'NotIn'")],
    }),
    when(memberIs('operator', 'Exists', 'DoesNotExist'), {
      values: [
        forbiddenField("may not be specified when `operator` is 'Exists' or 'DoesNotExist'"),
      ],
    }),
  ],
}

const requirement: RuleTable = {
  key: [format('qualifiedName')],
  operator: [
    oneOfOrInvalid(
      'not a valid selector operator',
      'In',
      'NotIn',
      'Exists',
      'DoesNotExist',
      'Gt',
      'Lt',
    ),
  ],
  '': [
    when(memberIs('operator', 'In', 'NotIn'), {
      values: [requiredField("must be specified when `operator` is 'In' or 'NotIn'")],
    }),
    when(memberIs('operator', 'Exists', 'DoesNotExist'), {
      values: [
        forbiddenField("may not be specified when `operator` is 'Exists' or 'DoesNotExist'"),
      ],
    }),
    when(memberIs('operator', 'Gt', 'Lt'), { values: [validatorRule('singleValue')] }),
  ],
}

/** A node selector term. `values` says whether the values must be label values. */
const nodeTerm: RuleTable = {
  'matchExpressions[]': [requirement],
  'matchFields[].operator': [oneOfOrInvalid('not a valid selector operator', 'In', 'NotIn')],
  'matchFields[].key': [oneOfOrInvalid('not a valid field selector key', 'metadata.name')],
  'matchFields[]': [
    when(memberIs('operator', 'In', 'NotIn'), { values: [validatorRule('singleFieldValue')] }),
    when(memberIs('key', 'metadata.name'), { 'values[]': [format('subdomain')] }),
  ],
}

export const nodeSelector: RuleTable = {
  nodeSelectorTerms: [requiredField('must have at least one node selector term')],
  'nodeSelectorTerms[]': [nodeTerm, { 'matchExpressions[].values[]': [format('labelValue')] }],
}

export const preferredNodes: RuleTable = { '': [nodeTerm] }

/** The metadata of a template. Its other members are ignored. */
export const templateMetadata: RuleTable = {
  labels: [labels],
  annotations: [validatorRule('annotations')],
}

/** The same, with faults reported at the template itself. */
export const metadataOfTemplate: RuleTable = {
  'metadata.labels => labels': [labels],
  'metadata.annotations => annotations': [validatorRule('annotations')],
}
