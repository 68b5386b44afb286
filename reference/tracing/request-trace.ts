// Follows one request, and makes its span.

import { randomBytes } from 'node:crypto'

import type { IncomingRequest } from '../api/request.ts'
import {
  type CurrentSpan,
  type RequestTrace,
  runInSpan,
  type SpanContext,
  type TracingParts,
} from '../api/tracing.ts'
import type { Clock } from '../api/clock.ts'
import type { Dialect } from '../api/dialect.ts'

type Traced = Pick<TracingParts, 'tracingRules'> & {
  readonly tracing: NonNullable<TracingParts['tracing']>
  readonly clock: Pick<Clock, 'now' | 'steady'>
  readonly dialect: Pick<Dialect, 'tracedGroups'>
}

type Arrived = Pick<IncomingRequest, 'method' | 'path' | 'headers'> & { readonly target: string }

const newSpanId = () => randomBytes(8).toString('hex')

/**
 * Begins to follow a request. Whether its parent is followed depends on its user, so a request
 * that fails authentication has no span.
 */
export function openTrace(
  { method, path, target, headers }: Arrived,
  { tracing, tracingRules, clock, dialect }: Traced,
): RequestTrace {
  const { settings, exporter } = tracing
  const startedAtMs = clock.now()
  const steadyMs = clock.steady()
  // A clock that is set back changes no duration.
  const nowMs = () => startedAtMs + clock.steady() - steadyMs
  let span: (SpanContext & { parentSpanId: string | undefined }) | undefined
  return {
    serve: (sender, run) => {
      const named = tracingRules.parentIn(headers)
      const parent =
        named && tracingRules.isFollowed(sender, dialect.tracedGroups) ? named : undefined
      const traceId = parent?.traceId ?? randomBytes(16).toString('hex')
      if (!tracingRules.isSampled(traceId, parent, settings)) return run()
      const context = { traceId, spanId: newSpanId(), isSampled: true }
      span = { ...context, parentSpanId: parent?.spanId }
      const own: CurrentSpan = { context, add: exporter.add, nowMs, newSpanId }
      return runInSpan(own, run)
    },
    completed: status => {
      if (!span) return
      exporter.add({
        ...span,
        name: `${method} ${path}`,
        kind: 'server',
        startMs: startedAtMs,
        endMs: nowMs(),
        attributes: {
          'http.method': method,
          'http.target': target,
          'http.status_code': status,
        },
        ...(status >= 500 && { error: `status ${status}` }),
      })
      span = undefined
    },
  }
}
