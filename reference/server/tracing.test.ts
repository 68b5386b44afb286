import { createServer } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

import { expect, it, onTestFinished, vi } from 'vitest'

import { type Collector, startCollector } from '../../fixtures/hosts/collector.ts'
import { startWithWebhooks, allowed } from '../admission/webhooks/test-webhook-host.ts'
import type { SpanExporter, TracingSettings } from '../api/tracing.ts'
import { defaultParts } from './default-parts.ts'
import type { PartsOptions } from './parts-options.ts'
import { startTestServer } from './test-server.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const traceId = 'a'.repeat(31)
const traceOf = (digit: string) => `${traceId}${digit}`
const parent = (digit: string, flags: '00' | '01') => ({
  traceparent: `00-${traceOf(digit)}-00000000000000b7-${flags}`,
})

const users = [
  { token: 'a', name: 'alice', uid: '7', groups: ['system:masters'] },
  { token: 'b', name: 'bob', uid: '', groups: ['staff'] },
]
const as = (token: string) => ({ authorization: `Bearer ${token}` })

async function collected(): Promise<Collector> {
  const collector = await startCollector()
  onTestFinished(collector.close)
  return collector
}

/** Starts a server that sends spans to a collector. */
async function startTraced(settings: Partial<TracingSettings> = {}, options: PartsOptions = {}) {
  const collector = await collected()
  const server = await startTestServer(
    defaultParts({
      dialect: 'kubernetes',
      ...options,
      tracing: { endpoint: `dns:${collector.address}`, ...settings },
    }),
  )
  const spansOf = (text: string) =>
    collector.spansOf(text) as unknown as {
      traceId: string
      spanId: string
      parentSpanId: string
      name: string
      kind: number
      attributes: { [name: string]: string }
    }[]
  /** Waits for the server span of a trace, and returns all of its spans. */
  const trace = (text: string) =>
    vi.waitFor(async () => {
      server.clock.advance(5000)
      const spans = spansOf(text)
      expect(spans.some(({ kind }) => kind === 2)).toBe(true)
      return spans
    })
  return { ...server, spansOf, trace }
}

it('creates spans of a request and its storage in a sampled trace only', async () => {
  const { ask, trace, spansOf } = await startTraced()

  await ask('GET', '/version', undefined, parent('1', '00'))
  await ask('GET', '/version')
  const { status } = await ask('POST', maps, { metadata: { name: 'm' } }, parent('2', '01'))

  expect(status).toBe(201)
  const spans = await trace(traceOf('2'))
  const [own] = spans.filter(({ kind }) => kind === 2)
  expect(own).toMatchObject({
    name: `POST ${maps}`,
    parentSpanId: '00000000000000b7',
    attributes: { 'http.target': maps, 'http.status_code': '201' },
  })
  expect(spans).toContainEqual(
    expect.objectContaining({
      name: 'store commit',
      parentSpanId: own?.spanId,
      attributes: { 'db.key': '/configmaps/default/m' },
    }),
  )
  expect(spansOf(traceOf('1'))).toEqual([])
  expect(spansOf('/version')).toEqual([])
})

it('samples requests without a parent by the configured rate', async () => {
  const { ask, trace } = await startTraced({ samplingRatePerMillion: 1_000_000 })

  await ask('GET', '/version')

  expect(await trace('/version')).toMatchObject([{ parentSpanId: '', name: 'GET /version' }])
})

it('accepts trace parents of administrators only, like genuine servers', async () => {
  const { ask, trace, spansOf } = await startTraced({}, { users })

  await ask('GET', '/version', undefined, { ...as('b'), ...parent('1', '01') })
  await ask('GET', '/version', undefined, parent('2', '01'))
  await ask('GET', '/version', undefined, { ...as('a'), ...parent('3', '01') })

  expect(await trace(traceOf('3'))).toHaveLength(1)
  expect(spansOf(traceOf('1'))).toEqual([])
  expect(spansOf(traceOf('2'))).toEqual([])
})

it('propagates a trace to webhooks', async () => {
  const collector = await collected()
  const tracing = { endpoint: `dns:${collector.address}` }
  const headers: unknown[] = []
  const server = await startWithWebhooks(
    (asked, response) => {
      headers.push(response.req.headers['traceparent'])
      return allowed(asked, response)
    },
    { tracing },
  )
  await server.register('validating', 'a', { path: '/1' })

  await server.ask('POST', maps, { metadata: { name: 'm' } }, parent('1', '01'))
  await server.ask('POST', maps, { metadata: { name: 'n' } })

  await vi.waitFor(async () => {
    server.clock.advance(5000)
    const [call] = collector.spansOf('HTTP POST') as { spanId: string; traceId: string }[]
    expect(headers).toEqual([`00-${call?.traceId}-${call?.spanId}-01`, undefined])
    expect(call?.traceId).toBe(traceOf('1'))
  })
})

it('keeps serving if its collector is down or hangs, and drops unsent spans', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as AddressInfo
  for (const endpoint of ['dns:127.0.0.1:1', `dns:127.0.0.1:${port}`]) {
    const lines: string[] = []
    const parts = defaultParts({
      tracing: { endpoint, samplingRatePerMillion: 1_000_000 },
      log: line => void lines.push(line),
    })
    const server = await startTestServer(parts)
    const { exporter } = parts.tracing as unknown as {
      exporter: SpanExporter & { counts: () => { waiting: number } }
    }
    const span = { traceId, spanId: 'b', isSampled: true, name: 'n', kind: 'server' } as const
    const more = { parentSpanId: undefined, startMs: 0, endMs: 1, attributes: {} }
    for (let time = 0; time < 10_000; time++) exporter.add({ ...span, ...more })
    const { status } = await server.ask('GET', '/version')

    expect(status).toBe(200)
    expect(exporter.counts().waiting).toBeLessThanOrEqual(2048)
    expect(lines.filter(line => line.startsWith('traces:')).length).toBeLessThanOrEqual(1)
    const startMs = performance.now()
    server.clock.advance(10)
    const closing = server.close()
    server.clock.advance(2000)
    await closing
    expect(performance.now() - startMs).toBeLessThan(5000)
  }
})
