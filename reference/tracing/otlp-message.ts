// Encodes spans in the messages of OTLP (opentelemetry.proto.collector.trace.v1).

import type { Writer } from 'protobufjs'

import type { Span, SpanKind } from '../api/tracing.ts'
import { protobuf } from '../lib/deferred-libraries.ts'

/** What every span of a server says about it. */
export type SpanResource = { readonly serviceName: string; readonly instanceId: string }

const lengthDelimited = 2
const fixed64 = 1
const varint = 0

const tag = (field: number, wireType: number): number => field * 8 + wireType

const kinds: { readonly [kind in SpanKind]: number } = { internal: 1, server: 2, client: 3 }
const errorCode = 2
const instrumentation = 'touchstone'

/** Encodes an ExportTraceServiceRequest with these spans. */
export function exportRequest(spans: readonly Span[], resource: SpanResource): Uint8Array {
  const writer = protobuf().Writer.create()
  message(writer, 1, resourceSpans => {
    message(resourceSpans, 1, of => {
      attribute(of, 1, 'service.name', resource.serviceName)
      attribute(of, 1, 'service.instance.id', resource.instanceId)
    })
    message(resourceSpans, 2, scopeSpans => {
      message(scopeSpans, 1, scope => scope.uint32(tag(1, lengthDelimited)).string(instrumentation))
      for (const span of spans) message(scopeSpans, 2, one => writeSpan(one, span))
    })
  })
  return writer.finish()
}

function writeSpan(writer: Writer, span: Span): void {
  writer.uint32(tag(1, lengthDelimited)).bytes(Buffer.from(span.traceId, 'hex'))
  writer.uint32(tag(2, lengthDelimited)).bytes(Buffer.from(span.spanId, 'hex'))
  if (span.parentSpanId !== undefined)
    writer.uint32(tag(4, lengthDelimited)).bytes(Buffer.from(span.parentSpanId, 'hex'))
  writer.uint32(tag(5, lengthDelimited)).string(span.name)
  writer.uint32(tag(6, varint)).int32(kinds[span.kind])
  writer.uint32(tag(7, fixed64)).fixed64(nanoseconds(span.startMs))
  writer.uint32(tag(8, fixed64)).fixed64(nanoseconds(span.endMs))
  for (const [name, value] of Object.entries(span.attributes)) attribute(writer, 9, name, value)
  const { error } = span
  if (error === undefined) return
  message(writer, 15, status => {
    status.uint32(tag(2, lengthDelimited)).string(error)
    status.uint32(tag(3, varint)).int32(errorCode)
  })
}

function attribute(writer: Writer, field: number, name: string, value: string | number): void {
  message(writer, field, pair => {
    pair.uint32(tag(1, lengthDelimited)).string(name)
    message(pair, 2, of => {
      if (typeof value === 'string') of.uint32(tag(1, lengthDelimited)).string(value)
      else of.uint32(tag(3, varint)).int64(value)
    })
  })
}

function message(writer: Writer, field: number, write: (inner: Writer) => void): void {
  const inner = writer.uint32(tag(field, lengthDelimited)).fork()
  write(inner)
  inner.ldelim()
}

// As a text, since a number of nanoseconds is beyond 2^53.
const nanoseconds = (ms: number): string => `${BigInt(Math.round(ms * 1000)) * 1000n}`
