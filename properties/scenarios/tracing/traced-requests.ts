// Builds requests to servers that send spans to a collector (suites/setups/tracing.ts).

import {
  spansPath,
  spansSoonPath,
  traceIdsPath,
  type TracingSetup,
  tracingSetups,
} from '../../../fixtures/objects/tracing.ts'
import type { RequestStep, Step } from '../../dsl/scenario.ts'
import { issuersHost, onSetup } from '../../dsl/setup-names.ts'
import { caseName, rawRequest } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'

const parentSpan = '00f067aa0ba902b7'

type Sampling = 'sampled' | 'unsampled'

const traceId = (of: Sampling): Term => ({ $seen: 'trace ids', at: `/${of}` })

/** Reads a path that contains the name of the case. The object need not exist. */
const traced = (as: string, on: TracingSetup, parent?: Sampling): RequestStep =>
  rawRequest(
    as,
    'GET',
    { $join: ['/api/v1/namespaces/', caseName(as)] },
    {
      server: onSetup(tracingSetups[on]),
      ...(parent && {
        headers: {
          traceparent: {
            $join: ['00-', traceId(parent), `-${parentSpan}-${parent === 'sampled' ? '01' : '00'}`],
          },
        },
      }),
    },
  )

/** Reads what the host says. */
const readHost = (as: string, path: string, below: Term): RequestStep =>
  rawRequest(as, 'GET', { $join: [`${path}/`, below] }, { who: 'anonymous', server: issuersHost })

/** A request to the server, which starts it and the host, and the ids of the traces of the case. */
const started = (on: TracingSetup): Step[] => [
  rawRequest('server', 'GET', '/version', { server: onSetup(tracingSetups[on]) }),
  readHost('trace ids', traceIdsPath, caseName('')),
]

/** A request whose parent is sampled (`sampled`), and the spans of its trace (`sampled spans`). */
const sampled = (on: TracingSetup): Step[] => [
  traced('sampled', on, 'sampled'),
  // Spans come in batches, and the next wait may be shorter than the time between two of them.
  readHost('first wait', spansSoonPath, traceId('sampled')),
  {
    poll: readHost('sampled spans', spansPath, traceId('sampled')),
    shows: { spans: [{ traceId: traceId('sampled') }] },
  },
]

/** A request whose parent is sampled, and its spans. */
export const sampledRequest = (on: TracingSetup): Step[] => [...started(on), ...sampled(on)]

/** A request whose parent is not sampled (`unsampled`) before it, and the spans of both traces. */
export const sampledAndUnsampled: Step[] = [
  ...started('toAddress'),
  traced('unsampled', 'toAddress', 'unsampled'),
  ...sampled('toAddress'),
  readHost('unsampled spans', spansPath, traceId('unsampled')),
]

const rootsMax = 20

/** Requests without a parent (`root-N`) before it, and the spans of the case (`case spans`). */
export const requestsWithoutParents: Step[] = [
  ...started('toAddress'),
  ...Array.from({ length: rootsMax }, (_, index) => traced(`root-${index}`, 'toAddress')),
  ...sampled('toAddress'),
  readHost('case spans', spansPath, caseName('')),
]
