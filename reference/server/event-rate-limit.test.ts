import fc from 'fast-check'
import { expect, it } from 'vitest'

import { eventLimitRules } from '../admission/event-rate-limit/event-limit-rules.ts'
import type { EventLimit } from '../api/admission-settings.ts'
import { defaultParts } from './default-parts.ts'
import { startTestServer } from './test-server.ts'

const limit = (more: Partial<EventLimit>): EventLimit => ({
  type: 'Namespace',
  qps: 1,
  burst: 2,
  cacheSize: 4096,
  ...more,
})

type Sent = { namespace?: string; user?: string; object?: string; host?: string; query?: string }

/** Starts a server with limits, and returns functions that write events. */
async function started(limits: EventLimit[], dialect: 'cluster' | 'kubernetes' = 'kubernetes') {
  const server = await startTestServer(defaultParts({ dialect, plugins: { eventLimits: limits } }))
  const write = async ({ namespace = 'default', user, object = 'a', host, query = '' }: Sent) => {
    const body = {
      metadata: { generateName: 'e-' },
      involvedObject: { kind: 'Pod', namespace, name: object },
      source: { component: 'c', ...(host !== undefined && { host }) },
    }
    const headers: Record<string, string> = {}
    if (user !== undefined)
      Object.assign(headers, { 'impersonate-user': user, 'impersonate-group': 'system:masters' })
    return server.ask('POST', `/api/v1/namespaces/${namespace}/events${query}`, body, headers)
  }
  const statuses = async (...all: Sent[]) => {
    const found: number[] = []
    for (const one of all) found.push((await write(one)).status)
    return found
  }
  return { ...server, write, statuses }
}

it('refuses events over a limit with the message of a genuine server', async () => {
  const { write, statuses } = await started([limit({}), limit({ type: 'User' })])
  await statuses({}, {})

  const { status, headers, body } = await write({})

  expect(status).toBe(429)
  expect(headers['retry-after']).toBeUndefined()
  expect(body).toEqual({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message:
      'Too many requests: [limit reached on type Namespace for key default, ' +
      'limit reached on type User for key system:admin]',
    reason: 'TooManyRequests',
    code: 429,
  })
})

const otherKeys: [EventLimit['type'], Sent, number][] = [
  ['Server', { namespace: 'kube-system', user: 'ada', object: 'b' }, 429],
  ['Namespace', { user: 'ada', object: 'b' }, 429],
  ['Namespace', { namespace: 'kube-system' }, 201],
  ['User', { namespace: 'kube-system', object: 'b' }, 429],
  ['User', { user: 'ada' }, 201],
  ['SourceAndObject', { user: 'ada' }, 429],
  ['SourceAndObject', { object: 'b' }, 201],
  ['SourceAndObject', { host: 'h' }, 201],
]

it.each(otherKeys)(
  'has buckets for the type %s, for example for %j',
  async (type, other, status) => {
    const { statuses } = await started([limit({ type })])

    expect(await statuses({}, {}, {}, other)).toEqual([201, 201, 429, status])
  },
)

it('counts updates, but no dry runs, deletes or other types', async () => {
  const { write, statuses, ask } = await started([limit({ burst: 2 })])
  const { body: event } = await write({})
  const path = `/api/v1/namespaces/default/events/${event.metadata.name}`

  expect(await statuses({ query: '?dryRun=All' }, { query: '?dryRun=All' })).toEqual([201, 201])
  expect((await ask('PUT', path, { ...event, reason: 'a' })).status).toBe(200)
  const merge = { 'content-type': 'application/merge-patch+json' }
  expect((await ask('PATCH', path, { reason: 'b' }, merge)).status).toBe(429)
  expect((await ask('DELETE', path)).status).toBe(200)
  const secret = { metadata: { name: 'a' } }
  expect((await ask('POST', '/api/v1/namespaces/default/secrets', secret)).status).toBe(201)
})

it.each([
  ['cluster', 429],
  ['kubernetes', 201],
] as const)('handles events of the newer group as in the %s dialect', async (dialect, status) => {
  const { ask, statuses, parts } = await started([limit({})], dialect)
  await statuses({}, {})

  const group = `events.${parts.dialect.apiDomain}`
  const { status: got } = await ask('POST', `/apis/${group}/v1/namespaces/default/events`, {
    metadata: { name: 'a' },
    eventTime: '2026-01-01T00:00:00.000000Z',
    action: 'a',
    reason: 'r',
    type: 'Normal',
    reportingController: 'example.com/c',
    reportingInstance: 'i',
  })

  expect([200, 201].includes(got) ? 201 : got).toBe(status)
})

it('fills a bucket with time, never above its burst', async () => {
  const { statuses, clock } = await started([limit({ qps: 2, burst: 3 })])
  await statuses({}, {}, {})

  clock.advance(600)
  expect(await statuses({}, {})).toEqual([201, 429])
  clock.advance(3_600_000)
  expect(await statuses({}, {}, {}, {})).toEqual([201, 201, 201, 429])
})

it('keeps as many buckets as the cache size, and evicts the least recently used', () => {
  const key = fc.constantFrom('a', 'b', 'c', 'd')
  fc.assert(
    fc.property(fc.array(key), fc.integer({ min: 1, max: 4 }), (keys, cacheSize) => {
      let created = 0
      const buckets = eventLimitRules.newBuckets(limit({ cacheSize }), () => {
        const id = created++
        return { take: () => id >= 0 }
      })
      const known = new Map<string, unknown>()
      keys.forEach((one, index) => {
        const bucket = buckets.of(one)
        const before = keys.slice(0, index)
        const last = before.lastIndexOf(one)
        const since = new Set(before.slice(last + 1))
        const isKept = last >= 0 && since.size < cacheSize
        expect(bucket === known.get(one)).toBe(isKept)
        known.set(one, bucket)
      })
    }),
  )
})
