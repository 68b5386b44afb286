// Judges the spans of requests (scenarios/tracing/traced-requests.ts).

import type { History } from '../../history/history.ts'
import { answerSummary, bodyValueAt, exchangeAt } from '../../history/history.ts'
import { applicable, precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { requireDecision } from '../decisions.ts'

type Span = { traceId?: unknown; parentSpanId?: unknown; name?: unknown }

function* spansAt(history: History, label: string): Generator<Observation, Span[]> {
  const exchange = exchangeAt(history, label)
  const spans = bodyValueAt(exchange, '/spans')
  yield* precondition(Array.isArray(spans), `${label} returned ${answerSummary(exchange)}`)
  return spans as Span[]
}

/** The spans of a request whose parent is sampled have come. */
export const sendsSpans = (says: string) =>
  function* (history: History): Generator<Observation> {
    yield* requireDecision(history, 'sampled')
    const spans = yield* spansAt(history, 'sampled spans')
    yield verify(spans.length > 0, {
      says,
      expected: 'spans of the trace at the collector',
      got: 'none',
      at: 'sampled spans',
    })
  }

/** The spans of a request whose parent is sampled have come, so others would have come before. */
function* requireSpans(history: History): Generator<Observation> {
  yield* requireDecision(history, 'sampled')
  const spans = yield* spansAt(history, 'sampled spans')
  yield* precondition(spans.length > 0, 'no spans of a sampled trace have come')
}

/** A span is sampled as its parent is. */
export function* samplesLikeParents(history: History): Generator<Observation> {
  yield* sendsSpans('A request whose parent is sampled is sampled.')(history)
  yield* requireDecision(history, 'unsampled')
  yield* requireSpans(history)
  const spans = yield* spansAt(history, 'unsampled spans')
  yield verify(spans.length === 0, {
    says: 'A request whose parent is not sampled is not sampled.',
    expected: 'no span of that trace',
    got: spans[0] ?? 'none',
    at: 'unsampled',
  })
}

/** A request without a parent has no span. The spans of the case are known by their paths. */
export function* neverSamplesRoots(history: History): Generator<Observation> {
  for (const { step } of history.exchanges.filter(one => one.step.startsWith('root-')))
    yield* requireDecision(history, step)
  yield* requireSpans(history)
  const spans = yield* spansAt(history, 'case spans')
  const ofRoot = (span: Span) => JSON.stringify(span).includes(`${history.context.prefix}root`)
  yield* applicable(spans.length > 0, 'spans do not contain the paths of requests')
  yield verify(!spans.some(ofRoot), {
    says: 'A request without a parent is not sampled.',
    expected: 'no span of such a request',
    got: spans.find(ofRoot) ?? 'none',
    at: 'case spans',
  })
}
