import { randomUUID } from 'node:crypto'

import type { TracingParts, TracingSettings } from '../api/tracing.ts'
import type { Parts } from '../parts/parts.ts'
import { otlpTransport } from '../tracing/otlp-transport.ts'
import { spanExporter } from '../tracing/span-exporter.ts'

/** Returns the settings with an exporter of spans, which connects when there are some. */
export function newTracing(
  settings: TracingSettings,
  { clock, dialect, log }: Pick<Parts, 'clock' | 'dialect' | 'log'>,
): NonNullable<TracingParts['tracing']> {
  const resource = { serviceName: dialect.fieldManagers.server, instanceId: randomUUID() }
  const transport = otlpTransport(settings.endpoint, resource)
  return { settings, exporter: spanExporter(transport, { clock, log }) }
}
