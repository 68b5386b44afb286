// Builds requests to servers that send spans to a collector (suites/setups/tracing.ts).

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { spansPath } from '../../../fixtures/objects/host-addresses.ts'
import type { RequestStep, Scenario, Step } from '../../dsl/scenario.ts'
import { issuersHost, onSetup, type TracingSetup, tracingSetups } from '../../dsl/setup-names.ts'
import { caseName, rawRequest, scenarioWith } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'

const digits = 16

/** A trace that no other scenario uses. */
const traceIds: Arbitrary<string> = fc
  .tuple(
    fc.integer({ min: 1, max: 2 ** 31 }),
    fc.integer({ min: 0, max: 2 ** 31 }),
    fc.integer({ min: 0, max: 2 ** 31 }),
  )
  .map(parts => parts.map(part => part.toString(digits).padStart(8, '0')).join(''))
  .map(text => `${text}7c57b0a4`)

const parentSpan = '00f067aa0ba902b7'

/** Reads a path that contains the name of the case. The object need not exist. */
const traced = (
  as: string,
  on: TracingSetup,
  parent?: { traceId: string; isSampled: boolean },
): RequestStep =>
  rawRequest(
    as,
    'GET',
    { $join: ['/api/v1/namespaces/', caseName(as)] },
    {
      alternate: onSetup(tracingSetups[on]),
      ...(parent && {
        headers: {
          traceparent: `00-${parent.traceId}-${parentSpan}-${parent.isSampled ? '01' : '00'}`,
        },
      }),
    },
  )

const readSpans = (as: string, text: Term): RequestStep =>
  rawRequest(
    as,
    'GET',
    { $join: [`${spansPath}/`, text] },
    { who: 'anonymous', alternate: issuersHost },
  )

/** Spans come in batches, and one wait may be shorter than the time between two of them. */
const awaitSpans = (traceId: string): Step[] =>
  ['sampled spans 1', 'sampled spans 2', 'sampled spans'].map(as => ({
    until: readSpans(as, traceId),
    shows: { spans: [{ traceId }] },
  }))

/** A request whose parent is sampled (`sampled`), and the spans of its trace (`sampled spans`). */
export const sampledRequest = (on: TracingSetup): Arbitrary<Scenario> =>
  traceIds.map(traceId =>
    scenarioWith(traced('sampled', on, { traceId, isSampled: true }), ...awaitSpans(traceId)),
  )

/**
 * A request whose parent is not sampled (`unsampled`), a later one whose parent is, and the spans
 * of both traces.
 */
export const sampledAndUnsampled: Arbitrary<Scenario> = fc
  .tuple(traceIds, traceIds)
  .filter(([one, other]) => one !== other)
  .map(([unsampled, sampled]) =>
    scenarioWith(
      traced('unsampled', 'toAddress', { traceId: unsampled, isSampled: false }),
      traced('sampled', 'toAddress', { traceId: sampled, isSampled: true }),
      ...awaitSpans(sampled),
      readSpans('unsampled spans', unsampled),
    ),
  )

/** The number of requests without a parent. */
export const rootsMax = 20

/** Requests without a parent (`root N`), a later one with one, and the spans of the case. */
export const requestsWithoutParents: Arbitrary<Scenario> = fc
  .tuple(traceIds, fc.integer({ min: 5, max: rootsMax }))
  .map(([traceId, count]) =>
    scenarioWith(
      ...Array.from({ length: count }, (_, index) => traced(`root ${index}`, 'toAddress')),
      traced('sampled', 'toAddress', { traceId, isSampled: true }),
      ...awaitSpans(traceId),
      readSpans('case spans', caseName('')),
    ),
  )
