// Checks which spans a server sends to a collector, and how (suites/setups/tracing.ts).

import {
  neverSamplesRoots,
  samplesLikeParents,
  sendsSpans,
} from '../../../properties/laws/tracing/spans.ts'
import {
  requestsWithoutParents,
  sampledAndUnsampled,
  sampledRequest,
} from '../../../properties/scenarios/tracing/traced-requests.ts'
import { property } from '../../check.ts'

// Spans are sent at intervals of seconds.
const runs = { runsMax: 2 }

export default [
  property(
    'TRACE-005',
    sampledRequest('toStandard'),
    sendsSpans('Without an endpoint, spans are sent to localhost:4317.'),
    { runsMax: 1 },
  ),
  property(
    'TRACE-006',
    sampledRequest('toAddress'),
    sendsSpans('Spans are sent without TLS.'),
    runs,
  ),
  property('TRACE-009', sampledAndUnsampled, samplesLikeParents, runs),
  property('TRACE-010', requestsWithoutParents, neverSamplesRoots, runs),
]
