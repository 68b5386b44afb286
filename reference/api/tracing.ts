// Spans: what a server tells a collector of the work on a request.

import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingHttpHeaders } from 'node:http'

/** Where spans go, and how many are made without a parent. */
export type TracingSettings = {
  /** An address in the form that gRPC accepts, such as `dns:localhost:4317`. */
  readonly endpoint: string
  /** Without it a request without a parent is never sampled (TRACE-010). */
  readonly samplingRatePerMillion?: number
}

/** The place of a span in its trace. The ids are lower-case hexadecimal. */
export type SpanContext = {
  readonly traceId: string
  readonly spanId: string
  readonly isSampled: boolean
}

export type SpanKind = 'internal' | 'server' | 'client'

/** A completed span. Times are milliseconds since 1970. */
export type Span = SpanContext & {
  readonly name: string
  readonly kind: SpanKind
  readonly parentSpanId: string | undefined
  readonly startMs: number
  readonly endMs: number
  readonly attributes: { readonly [name: string]: string | number }
  /** The message of the error with which the work ended. */
  readonly error?: string
}

/** Sends spans to a collector. */
export type SpanExporter = {
  /** Adds a span to those that wait. If too many do, it is lost. */
  readonly add: (span: Span) => void
  /** Sends what waits, for a limited time, and closes the connection. */
  readonly close: () => Promise<void>
}

/** The sender of a request, as far as spans depend on it. */
export type Sender = { readonly groups: readonly string[] }

/** The decisions about traces. */
export type TracingRules = {
  /** Returns the parent that the headers of a request name; undefined if they name none. */
  readonly parentIn: (headers: IncomingHttpHeaders) => SpanContext | undefined
  /** Whether the parents of this user are followed, by the groups whose parents are. */
  readonly isFollowed: (user: Sender, groups: readonly string[] | undefined) => boolean
  /** Whether a request is sampled. */
  readonly isSampled: (
    traceId: string,
    parent: SpanContext | undefined,
    settings: TracingSettings,
  ) => boolean
}

export type TracingParts = {
  /** Present if the server has a configuration of tracing. */
  readonly tracing?: { readonly settings: TracingSettings; readonly exporter: SpanExporter }
  readonly tracingRules: TracingRules
}

/** What a traced request tells as it is served. */
export type RequestTrace = {
  /** Decides whether the request is sampled, and runs the rest of it in its span. */
  readonly serve: <Result>(sender: Sender, run: () => Promise<Result>) => Promise<Result>
  /** The response has been sent, or its client has left. */
  readonly completed: (status: number) => void
}

/** What a span needs of its server: the exporter, and ids. */
export type CurrentSpan = {
  readonly context: SpanContext
  readonly add: SpanExporter['add']
  readonly nowMs: () => number
  readonly newSpanId: () => string
}

/** The sampled span that the present code runs in. It is empty without tracing. */
const current = new AsyncLocalStorage<CurrentSpan>()

export const runInSpan = <Result>(span: CurrentSpan, run: () => Result): Result =>
  current.run(span, run)

/** What a span is called, and what is known about it. */
type SpanTitle = Pick<Span, 'name' | 'kind' | 'attributes'>

/**
 * Runs work in a child of the present span, if there is one. `run` receives the `traceparent` for
 * requests to other servers.
 */
export function inSpan<Result>(
  title: SpanTitle,
  run: (traceparent: string | undefined) => Promise<Result>,
): Promise<Result> {
  const parent = current.getStore()
  return parent ? inChildOf(parent, title, run) : run(undefined)
}

async function inChildOf<Result>(
  parent: CurrentSpan,
  title: SpanTitle,
  run: (traceparent: string) => Promise<Result>,
): Promise<Result> {
  const context = { ...parent.context, spanId: parent.newSpanId() }
  const startMs = parent.nowMs()
  const end = (error?: string) =>
    parent.add({
      ...context,
      ...title,
      parentSpanId: parent.context.spanId,
      startMs,
      endMs: parent.nowMs(),
      ...(error !== undefined && { error }),
    })
  try {
    const result = await current.run({ ...parent, context }, () => run(traceparentOf(context)))
    end()
    return result
  } catch (problem) {
    end(problem instanceof Error ? problem.message : String(problem))
    throw problem
  }
}

/** The header of a request that continues a trace. */
const traceparentOf = ({ traceId, spanId, isSampled }: SpanContext): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`
