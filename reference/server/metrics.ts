import type { AuditCounts } from '../api/audit.ts'
import type { NonResourceEndpoint } from '../parts/parts.ts'

/**
 * Serves `/metrics` in the text format of Prometheus: the reloads of followed files, and the events
 * of the audit.
 */
export const metricsEndpoint: NonResourceEndpoint = {
  serves: path => path === '/metrics',
  returns: 'text',
  handle: async ({ parts: { followedFiles, audit } }) => ({
    status: 200,
    headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' },
    body: Buffer.from(
      [
        ...followedFiles.flatMap(({ metric, reloads }) =>
          metric === undefined ? [] : lines(metric, reloads()),
        ),
        ...(audit?.sinks.flatMap(({ name, counts }) => auditLines(name, counts())) ?? []),
      ].join(''),
    ),
  }),
}

const lines = (name: string, counts: { readonly [status: string]: number }): string[] => [
  `# TYPE ${name} counter\n`,
  ...Object.entries(counts).map(([status, count]) => `${name}{status="${status}"} ${count}\n`),
]

/** The names are those of genuine servers, which have the same label only for lost events. */
const auditLines = (sink: string, { taken, lost }: AuditCounts): string[] => [
  `apiserver_audit_event_total{plugin="${sink}"} ${taken}\n`,
  `apiserver_audit_error_total{plugin="${sink}"} ${lost}\n`,
]
