// Checks which event rate limit configurations are valid.

import { apiVersionTerm } from '../../../properties/models/config/documents.ts'
import { validEventRateLimits } from '../../../properties/models/config/small-kinds.ts'
import {
  caseOnlyIn,
  defaultedCase,
  recordedCase,
  withFields,
  refusedCase,
  acceptedCase,
  withoutFields,
} from '../../../properties/scenarios/configuration/configuration.ts'
import { rateLimitValues } from '../../../properties/scenarios/configuration/small-files.ts'
import { documentCheck, drawnDocumentCheck } from '../../configuration-checks.ts'

const limit = 'limits[0]'
const sorts = ['Server', 'Namespace', 'User', 'SourceAndObject', 'NoSuchType']

export default [
  documentCheck(
    'RATE-001',
    'The kind is `Configuration` of `eventratelimit.admission.<api-domain>/v1alpha1`.',
    validEventRateLimits,
    acceptedCase({}),
    refusedCase(
      withFields({ apiVersion: apiVersionTerm('eventratelimit.admission', 'v2') }),
      'apiVersion',
      'kind',
      '',
    ),
  ),
  documentCheck(
    'RATE-002',
    '`limits` is required and has an entry.',
    validEventRateLimits,
    refusedCase(withoutFields('limits')),
    refusedCase(withFields({ limits: [] })),
  ),
  documentCheck(
    'RATE-003',
    '`type` of a limit is required.',
    validEventRateLimits,
    refusedCase(withoutFields(`${limit}.type`)),
  ),
  documentCheck(
    'RATE-004',
    'The types of limits.',
    validEventRateLimits,
    ...sorts.map(type => recordedCase(withFields({ [`${limit}.type`]: type }), type)),
  ),
  drawnDocumentCheck('RATE-005', '`qps` of a limit is a required int32.', rateLimitValues('qps')),
  drawnDocumentCheck(
    'RATE-006',
    '`burst` of a limit is a required int32.',
    rateLimitValues('burst'),
  ),
  documentCheck(
    'RATE-007',
    'The default of `cacheSize` of a limit is 4096.',
    validEventRateLimits,
    // The genuine plug-in applies the default when it uses the value, and does not add it to
    // the document.
    caseOnlyIn(
      'cluster',
      defaultedCase(withoutFields(`${limit}.cacheSize`), `${limit}.cacheSize`, 4096),
    ),
    defaultedCase({}, `${limit}.cacheSize`, 2000),
    acceptedCase(withFields({ [`${limit}.cacheSize`]: 2 ** 31 - 1 })),
    ...['many', 2 ** 31, 1.5].map(wrong =>
      refusedCase(withFields({ [`${limit}.cacheSize`]: wrong })),
    ),
  ),
]
