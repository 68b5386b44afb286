// Checks which tracing configurations are valid.

import { withVersion } from '../../../properties/models/config/documents.ts'
import { validTracing } from '../../../properties/models/config/small-kinds.ts'
import {
  recordedCase,
  withFields,
  refusedCase,
  acceptedCase,
  withoutFields,
} from '../../../properties/scenarios/configuration/configuration.ts'
import { samplingRates } from '../../../properties/scenarios/configuration/small-files.ts'
import { documentCheck, drawnDocumentCheck } from '../../configuration-checks.ts'

export default [
  documentCheck(
    'TRACE-001',
    'The kind is accepted in `apiserver.<api-domain>/v1alpha1`.',
    withVersion(validTracing, ['apiserver', 'v1alpha1']),
    acceptedCase({}),
  ),
  documentCheck(
    'TRACE-002',
    'The kind is accepted in `apiserver.<api-domain>/v1beta1`.',
    withVersion(validTracing, ['apiserver', 'v1beta1']),
    acceptedCase({}),
  ),
  documentCheck(
    'TRACE-003',
    'The fields are at the same level as apiVersion and kind.',
    validTracing,
    acceptedCase({}),
    refusedCase(withFields({ endpoint: 7 })),
    refusedCase(withFields({ samplingRatePerMillion: 'all' })),
  ),
  documentCheck(
    'TRACE-004',
    '`endpoint` is an optional string.',
    validTracing,
    acceptedCase(withoutFields('endpoint')),
    acceptedCase({}),
    refusedCase(withFields({ endpoint: 7 })),
  ),
  documentCheck(
    'TRACE-007',
    '`endpoint` may be set, or not.',
    validTracing,
    recordedCase({}, 'with an endpoint'),
    recordedCase(withoutFields('endpoint'), 'without one'),
  ),
  drawnDocumentCheck(
    'TRACE-008',
    '`samplingRatePerMillion` is an optional int32.',
    samplingRates(),
  ),
  documentCheck(
    'TRACE-011',
    '`samplingRatePerMillion` may be set, or not.',
    validTracing,
    recordedCase({}, 'with a rate'),
    recordedCase(withoutFields('samplingRatePerMillion'), 'without one'),
  ),
]
