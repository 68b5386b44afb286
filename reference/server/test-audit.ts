// Starts a server whose audit events a webhook of the test receives.

import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

import { onTestFinished } from 'vitest'

import { serveLoopback } from '../../fixtures/client/test-server.ts'
import type { AuditPolicy, AuditSettings } from '../api/audit.ts'
import type { JsonObject } from '../api/object.ts'
import { defaultParts } from './default-parts.ts'
import type { PartsOptions } from './parts-options.ts'
import { startTestServer } from './test-server.ts'

export type AuditEvent = JsonObject & { stage: string; verb: string; level: string }
type Sink = Extract<AuditSettings['sinks'][number], { kind: 'webhook' }>

export const batching = { bufferSize: 10_000, maxSize: 400, maxWaitMs: 30_000 }

/** Starts a webhook and the server. `answer` ends the response, or does not. */
export async function startAudited(
  policy: AuditPolicy,
  {
    answer = response => void response.end('{}'),
    sink = {},
    ...options
  }: PartsOptions & { answer?: (response: ServerResponse) => void; sink?: Partial<Sink> } = {},
) {
  const lists: (JsonObject & { items: AuditEvent[] })[] = []
  const lines: string[] = []
  const host = await serveLoopback(async (request, response) => {
    lists.push(JSON.parse(await text(request)) as (typeof lists)[number])
    answer(response)
  })
  onTestFinished(host.close)
  const webhook: Sink = {
    kind: 'webhook',
    webhook: { url: host.url },
    firstDelayMs: 10_000,
    mode: 'blocking',
    batching,
    ...sink,
  }
  const server = await startTestServer(
    defaultParts({
      dialect: 'kubernetes',
      log: line => void lines.push(line),
      ...options,
      audit: { policy, sinks: [webhook] },
    }),
  )
  const events = () => lists.flatMap(({ items }) => items)
  return { ...server, host, lists, events, lines }
}
