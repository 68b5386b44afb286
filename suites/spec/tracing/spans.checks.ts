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
import { example } from '../../check.ts'

export default [
  example(
    'TRACE-005',
    sampledRequest('toStandard'),
    sendsSpans('Without an endpoint, spans are sent to localhost:4317.'),
  ),
  example('TRACE-006', sampledRequest('toAddress'), sendsSpans('Spans are sent without TLS.')),
  example('TRACE-009', sampledAndUnsampled, samplesLikeParents),
  example('TRACE-010', requestsWithoutParents, neverSamplesRoots),
]
