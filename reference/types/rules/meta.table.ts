// What many types have in common: selectors, labels, and who is meant by a reference.

import { forbidden, format, law, required, type Table, when, where, word } from './vocabulary.ts'

export const labels: Table = { '': [law('labels')] }

export const labelSelector: Table = {
  matchLabels: [labels],
  'matchExpressions[].key': [format('qualifiedName')],
  'matchExpressions[].operator': [
    word('not a valid selector operator', 'In', 'NotIn', 'Exists', 'DoesNotExist'),
  ],
  'matchExpressions[].values[]': [format('labelValue')],
  'matchExpressions[]': [
    when(where('operator', 'In', 'NotIn'), {
      values: [required("must be specified when `operator` is 'In' or 'NotIn'")],
    }),
    when(where('operator', 'Exists', 'DoesNotExist'), {
      values: [forbidden("may not be specified when `operator` is 'Exists' or 'DoesNotExist'")],
    }),
  ],
}

const requirement: Table = {
  key: [format('qualifiedName')],
  operator: [
    word('not a valid selector operator', 'In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt'),
  ],
  '': [
    when(where('operator', 'In', 'NotIn'), {
      values: [required("must be specified when `operator` is 'In' or 'NotIn'")],
    }),
    when(where('operator', 'Exists', 'DoesNotExist'), {
      values: [forbidden("may not be specified when `operator` is 'Exists' or 'DoesNotExist'")],
    }),
    when(where('operator', 'Gt', 'Lt'), { values: [law('singleValue')] }),
  ],
}

/** Which nodes: `values` says whether the values have to be those of labels. */
const nodeTerm: Table = {
  'matchExpressions[]': [requirement],
  'matchFields[].operator': [word('not a valid selector operator', 'In', 'NotIn')],
  'matchFields[].key': [word('not a valid field selector key', 'metadata.name')],
  'matchFields[]': [
    when(where('operator', 'In', 'NotIn'), { values: [law('singleFieldValue')] }),
    when(where('key', 'metadata.name'), { 'values[]': [format('subdomain')] }),
  ],
}

export const nodeSelector: Table = {
  nodeSelectorTerms: [required('must have at least one node selector term')],
  'nodeSelectorTerms[]': [nodeTerm, { 'matchExpressions[].values[]': [format('labelValue')] }],
}

export const preferredNodes: Table = { '': [nodeTerm] }

/** The metadata of a template; its other members are ignored. */
export const templateMetadata: Table = {
  labels: [labels],
  annotations: [law('annotations')],
}

/** The same where it is told at the template itself. */
export const metadataOfTemplate: Table = {
  'metadata.labels => labels': [labels],
  'metadata.annotations => annotations': [law('annotations')],
}
