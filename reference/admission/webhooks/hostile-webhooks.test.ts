// Webhooks that are broken or hostile. What they are asked about is refused with a clear Status and
// not stored, in bounded time, and other requests go on.

import { describe, expect, it } from 'vitest'

import { type Answer, allowed, patch, startWithWebhooks } from './test-webhook-host.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const add = (path: string, value: unknown) => ({ op: 'add', path, value })

/** Creates an object through a webhook while the health of the server is asked. */
async function created(answer: Answer, fields: object = {}, data: object = {}) {
  const server = await startWithWebhooks(answer)
  await server.register('mutating', 'a', { path: '/1', ...fields })
  const writing = server.ask('POST', maps, { metadata: { name: 'x' }, data })
  const health = await server.ask('GET', '/readyz')
  const { status, body } = await writing
  const stored = await server.ask('GET', `${maps}/x`)
  return {
    status,
    kind: body.kind,
    message: String(body['message'] ?? ''),
    health: health.status,
    stored: stored.status,
    body: stored.body,
  }
}

const isRefused = { kind: 'Status', health: 200, stored: 404 }

describe('a webhook', () => {
  it('that cannot be reached fails at once, or is ignored', async () => {
    const clientConfig = { url: 'https://127.0.0.1:1/' }
    expect(await created(allowed, { clientConfig })).toMatchObject({ status: 500, ...isRefused })
    const ignored = await created(allowed, { clientConfig, failurePolicy: 'Ignore' })
    expect(ignored).toMatchObject({ status: 201, stored: 200 })
  })

  it('may send 10,000 operations, and no more', async () => {
    const operations = (count: number) =>
      Array.from({ length: count }, (_, n) => add('/metadata/annotations', { n: String(n) }))
    const most = await created(() => patch(...operations(10_000)))
    expect(most).toMatchObject({ status: 201, health: 200 })
    expect(most.body.metadata.annotations).toEqual({ n: '9999' })
    const more = await created(() => patch(...operations(10_001)))
    expect(more).toMatchObject({ status: 500, ...isRefused })
    expect(more.message).toContain('10000')
  })

  it('cannot double an object until it fills the memory', async () => {
    const doubling = Array.from({ length: 60 }, (_, n) => ({
      op: 'copy',
      from: '/data',
      path: `/data/k${n}`,
    }))
    const answer = () => patch(add('/data', { text: 'x'.repeat(1000) }), ...doubling)
    expect(await created(answer)).toMatchObject({ status: 500, ...isRefused })
  })

  it('cannot send values that are nested without end', async () => {
    const depth = 100_000
    const value = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
    const operations = `[{"op":"add","path":"/data","value":${value}}]`
    const answer = () => ({
      allowed: true,
      patchType: 'JSONPatch',
      patch: Buffer.from(operations).toString('base64'),
    })
    expect(await created(answer)).toMatchObject({ status: 500, ...isRefused })
  })

  it('adds no status to a type without one', async () => {
    const { status, body } = await created(() => patch(add('/status', { phase: 'Running' })))
    expect(status).toBe(201)
    expect(body).not.toHaveProperty('status')
  })

  it('with a condition that costs too much is not called, and the write is refused', async () => {
    const all = (of: string) => `object.data.all(${of}, `
    const expression = `${all('a')}${all('b')}${all('c')} a + b + c != 'none'))) `
    const data = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`key-${n}`, 'v']))
    const fields = { matchConditions: [{ name: 'costly', expression }] }
    expect(await created(allowed, fields, data)).toMatchObject({ status: 403, ...isRefused })
  })
})

it('a thousand configurations that match nothing cost a write little', async () => {
  const { ask, settled, asked } = await startWithWebhooks(allowed)
  const objectSelector = { matchLabels: { no: 'object' } }
  const path = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations'
  const webhook = {
    name: 'a.example.com',
    clientConfig: { url: 'https://127.0.0.1:1/' },
    rules: [{ apiGroups: [''], apiVersions: ['v1'], resources: ['*'], operations: ['*'] }],
    objectSelector,
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
  }
  const one = (n: number) =>
    ask('POST', path, { metadata: { name: `c-${n}` }, webhooks: [webhook] })
  for (let from = 0; from < 1000; from += 20) {
    const made = await Promise.all(Array.from({ length: 20 }, (_, n) => one(from + n)))
    expect(made.every(({ status }) => status === 201)).toBe(true)
  }
  await settled()
  const begun = process.cpuUsage()
  for (let n = 0; n < 10; n++)
    expect((await ask('POST', maps, { metadata: { name: `x-${n}` } })).status).toBe(201)
  const { user, system } = process.cpuUsage(begun)
  // In microseconds, of ten writes: far more than on a busy machine.
  expect(user + system).toBeLessThan(5_000_000)
  expect(asked).toEqual([])
})
