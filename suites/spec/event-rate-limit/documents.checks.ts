// Which configurations of the limits for events are valid.

import { apiVersionOf } from '../../../properties/models/config/documents.ts'
import { rateLimits } from '../../../properties/models/config/small-kinds.ts'
import {
  caseIn,
  filled,
  noted,
  put,
  refused,
  taken,
  without,
} from '../../../properties/scenarios/configuration/configuration.ts'
import { limitsOf } from '../../../properties/scenarios/configuration/small-files.ts'
import { documents, drawnDocuments } from '../../configuration.ts'

const limit = 'limits[0]'
const sorts = ['Server', 'Namespace', 'User', 'SourceAndObject', 'NoSuchType']

export default [
  documents(
    'RATE-001',
    'The kind is `Configuration` of `eventratelimit.admission.<api-domain>/v1alpha1`.',
    rateLimits,
    taken({}),
    refused(
      put({ apiVersion: apiVersionOf('eventratelimit.admission', 'v2') }),
      'apiVersion',
      'kind',
      '',
    ),
  ),
  documents(
    'RATE-002',
    '`limits` is required and has an entry.',
    rateLimits,
    refused(without('limits')),
    refused(put({ limits: [] })),
  ),
  documents(
    'RATE-003',
    '`type` of a limit is required.',
    rateLimits,
    refused(without(`${limit}.type`)),
  ),
  documents(
    'RATE-004',
    'The types of limits.',
    rateLimits,
    ...sorts.map(type => noted(put({ [`${limit}.type`]: type }), type)),
  ),
  drawnDocuments('RATE-005', '`qps` of a limit is a required int32.', limitsOf('qps')),
  drawnDocuments('RATE-006', '`burst` of a limit is a required int32.', limitsOf('burst')),
  documents(
    'RATE-007',
    '`cacheSize` of a limit is 4096 unless it is set.',
    rateLimits,
    // The genuine plug-in fills it in where it counts, not in the document.
    caseIn('cluster', filled(without(`${limit}.cacheSize`), `${limit}.cacheSize`, 4096)),
    filled({}, `${limit}.cacheSize`, 2000),
    taken(put({ [`${limit}.cacheSize`]: 2 ** 31 - 1 })),
    ...['many', 2 ** 31, 1.5].map(wrong => refused(put({ [`${limit}.cacheSize`]: wrong }))),
  ),
]
