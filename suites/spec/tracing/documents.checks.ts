// Which tracing configurations are valid.

import { inVersion } from '../../../properties/models/config/documents.ts'
import { tracing } from '../../../properties/models/config/small-kinds.ts'
import {
  noted,
  put,
  refused,
  taken,
  without,
} from '../../../properties/scenarios/configuration/configuration.ts'
import { samplingRates } from '../../../properties/scenarios/configuration/small-files.ts'
import { documents, drawnDocuments } from '../../configuration.ts'

export default [
  documents(
    'TRACE-001',
    'The kind is accepted in `apiserver.<api-domain>/v1alpha1`.',
    inVersion(tracing, ['apiserver', 'v1alpha1']),
    taken({}),
  ),
  documents(
    'TRACE-002',
    'The kind is accepted in `apiserver.<api-domain>/v1beta1`.',
    inVersion(tracing, ['apiserver', 'v1beta1']),
    taken({}),
  ),
  documents(
    'TRACE-003',
    'The members are next to apiVersion and kind.',
    tracing,
    taken({}),
    refused(put({ endpoint: 7 })),
    refused(put({ samplingRatePerMillion: 'all' })),
  ),
  documents(
    'TRACE-004',
    '`endpoint` is an optional string.',
    tracing,
    taken(without('endpoint')),
    taken({}),
    refused(put({ endpoint: 7 })),
  ),
  documents(
    'TRACE-007',
    '`endpoint` may be set, or not.',
    tracing,
    noted({}, 'with an endpoint'),
    noted(without('endpoint'), 'without one'),
  ),
  drawnDocuments('TRACE-008', 'The rate is an optional int32.', samplingRates()),
  documents(
    'TRACE-011',
    'The rate may be set, or not.',
    tracing,
    noted({}, 'with a rate'),
    noted(without('samplingRatePerMillion'), 'without one'),
  ),
]
