// Sends spans to a collector over gRPC, without TLS (TRACE-006).

import type { Client, ClientUnaryCall } from '@grpc/grpc-js'

import type { Span } from '../api/tracing.ts'
import { grpc } from '../lib/deferred-libraries.ts'
import { exportRequest, type SpanResource } from './otlp-message.ts'
import type { SpanTransport } from './span-exporter.ts'

const method = '/opentelemetry.proto.collector.trace.v1.TraceService/Export'
const timeoutMs = 10_000
const answerBytesMax = 64 * 1024

/** Connects to a collector when the first spans are sent. */
export function otlpTransport(endpoint: string, resource: SpanResource): SpanTransport {
  let client: Client | undefined
  let call: ClientUnaryCall | undefined
  const connected = (): Client => {
    const { Client: GrpcClient, credentials } = grpc()
    return (client ??= new GrpcClient(endpoint, credentials.createInsecure(), {
      'grpc.max_receive_message_length': answerBytesMax,
      // Otherwise gRPC would use the proxy of the environment.
      'grpc.enable_http_proxy': 0,
    }))
  }
  return {
    send: (spans: readonly Span[]) =>
      new Promise((resolve, reject) => {
        call = connected().makeUnaryRequest(
          method,
          (bytes: Uint8Array) => Buffer.from(bytes),
          () => undefined,
          exportRequest(spans, resource),
          { deadline: Date.now() + timeoutMs },
          problem => (problem ? reject(problem) : resolve()),
        )
      }),
    close: () => {
      // Otherwise a collector that does not answer would keep the process alive.
      call?.cancel()
      client?.close()
    },
  }
}
