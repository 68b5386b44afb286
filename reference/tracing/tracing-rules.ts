// Decides which traces are followed and sampled.

import type { IncomingHttpHeaders } from 'node:http'

import type { SpanContext, TracingRules } from '../api/tracing.ts'

const zeros = /^0+$/

/**
 * Reads `traceparent` (W3C Trace Context). A later version may have more fields, which are ignored;
 * an invalid header counts as absent.
 */
export function parentIn(headers: IncomingHttpHeaders): SpanContext | undefined {
  const traceparent = headers['traceparent']
  if (typeof traceparent !== 'string') return undefined
  const [, version = '', traceId = '', spanId = '', flags = '', rest = ''] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(traceparent) ?? []
  if (version === '' || version === 'ff' || (version === '00' && rest !== '')) return undefined
  if (zeros.test(traceId) || zeros.test(spanId)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

const million = 1_000_000
// The part of an id that decides: thirteen digits are exact as a number.
const digits = 13

/** The rules of a correct server. */
export const tracingRules: TracingRules = {
  parentIn,
  isFollowed: (user, groups) => !groups || groups.some(group => user.groups.includes(group)),
  // TRACE-009, TRACE-010. The id decides, so that all servers of a trace with one rate agree.
  isSampled: (traceId, parent, { samplingRatePerMillion: rate = 0 }) =>
    parent
      ? parent.isSampled
      : Number.parseInt(traceId.slice(-digits), 16) < (rate / million) * 16 ** digits,
}
