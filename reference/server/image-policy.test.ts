import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'

import { expect, it, onTestFinished } from 'vitest'

import { serveLoopback } from '../../fixtures/client/test-server.ts'
import type { ImagePolicy, ImageReviewSpec } from '../api/admission-settings.ts'
import type { JsonObject } from '../api/object.ts'
import { defaultParts } from './default-parts.ts'
import { startTestServer } from './test-server.ts'

type Review = { kind: string; apiVersion: string; spec: ImageReviewSpec }

const type = { kind: 'ImageReview', apiVersion: 'imagepolicy.k8s.io/v1alpha1' }
const pods = '/api/v1/namespaces/default/pods'

/** Starts a backend, and a server that asks it. `answer` returns the member `status`. */
async function started(
  answer: (review: Review, response: ServerResponse, count: number) => unknown,
  settings: Partial<ImagePolicy> = {},
) {
  const calls: Review[] = []
  const lines: string[] = []
  const host = await serveLoopback(async (request, response) => {
    const review = JSON.parse(await text(request)) as Review
    calls.push(review)
    const status = answer(review, response, calls.length)
    if (status !== undefined) response.end(JSON.stringify({ ...type, status }))
  })
  onTestFinished(host.close)
  const imagePolicy = {
    webhook: { url: host.url },
    allowTtlMs: 300_000,
    denyTtlMs: 30_000,
    retryBackoffMs: 500,
    defaultAllow: false,
    ...settings,
  }
  const server = await startTestServer(
    defaultParts({
      dialect: 'kubernetes',
      plugins: { imagePolicy },
      log: line => void lines.push(line),
    }),
  )
  const create = (name: string, image = 'registry.example/a:1', more: JsonObject = {}) =>
    server.ask('POST', pods, {
      metadata: { name, ...more },
      spec: { containers: [{ name: 'c', image }] },
    })
  return { ...server, host, calls, lines, create }
}

/** Moves the clock while a request waits. */
async function whileWaiting<Value>(
  clock: { advance: (ms: number) => void },
  request: Promise<Value>,
): Promise<Value> {
  let isOver = false
  const ended = request.finally(() => (isOver = true))
  while (!isOver) {
    clock.advance(100)
    await turn()
  }
  return ended
}

it('sends the images of a pod to the backend, and caches the answer', async () => {
  const { ask, create, calls, clock } = await started(() => ({ allowed: true }))
  const annotations = { 'a.image-policy.k8s.io/ticket': '1', 'image-policy.k8s.io/b': '2', c: '3' }
  const spec = {
    containers: [{ name: 'c', image: 'a@sha256:1' }],
    initContainers: [{ name: 'i', image: 'b:2' }],
  }
  const body = { metadata: { name: 'a', annotations }, spec }

  expect((await ask('POST', pods, body)).status).toBe(201)
  expect(calls).toEqual([
    {
      ...type,
      metadata: {},
      spec: {
        containers: [{ image: 'a@sha256:1' }, { image: 'b:2' }],
        annotations: { 'a.image-policy.k8s.io/ticket': '1' },
        namespace: 'default',
      },
      status: { allowed: false },
    },
  ])

  await create('b')
  await create('c')
  expect(calls).toHaveLength(2)
  clock.advance(300_000)
  await create('d')
  expect(calls).toHaveLength(3)
})

it('refuses a pod with the message of a genuine server, and does not store it', async () => {
  const { create, ask } = await started(({ spec: { containers = [] } }) =>
    containers[0]?.image === 'bad' ? { allowed: false, reason: 'unknown registry' } : {},
  )

  const refused = await create('a', 'bad')

  expect(refused.status).toBe(403)
  expect(refused.body).toMatchObject({
    reason: 'Forbidden',
    message:
      'pods "a" is forbidden: image policy webhook backend denied one or more images: ' +
      'unknown registry',
  })
  expect((await ask('GET', `${pods}/a`)).status).toBe(404)
  expect((await create('b')).body).toMatchObject({
    message: 'pods "b" is forbidden: one or more images rejected by webhook backend',
  })
})

it('reviews updates of pods, but no status updates and no other types', async () => {
  const { create, ask, calls } = await started(() => ({ allowed: true }), { allowTtlMs: 0 })
  const { body: pod } = await create('a')

  const labelled = { ...pod, metadata: { ...pod.metadata, labels: { a: 'b' } } }
  const { body: updated } = await ask('PUT', `${pods}/a`, labelled)
  expect(calls).toHaveLength(2)

  const ready = { ...updated, status: { phase: 'Running' } }
  expect((await ask('PUT', `${pods}/a/status`, ready)).status).toBe(200)
  await ask('POST', '/api/v1/namespaces/default/secrets', { metadata: { name: 'a' } })
  await ask('DELETE', `${pods}/a?gracePeriodSeconds=0`)
  expect(calls).toHaveLength(2)
})

it('shares one review among concurrent pods', async () => {
  const waiting: ServerResponse[] = []
  const { create, calls } = await started((_, response) => void waiting.push(response))
  const two = [create('a'), create('b')]
  while (waiting.length === 0) await turn()

  waiting[0]?.end(JSON.stringify({ ...type, status: { allowed: true } }))

  expect((await Promise.all(two)).map(({ status }) => status)).toEqual([201, 201])
  expect(calls).toHaveLength(1)
})

it('retries a failing backend, and does not cache failures', async () => {
  const { create, calls, clock } = await started((_, response, count) => {
    if (count > 1) return { allowed: true }
    response.writeHead(500).end()
    return undefined
  })
  expect((await whileWaiting(clock, create('a'))).status).toBe(201)
  expect(calls).toHaveLength(2)
})

const bad: [string, (response: ServerResponse) => void, string][] = [
  ['T80 no JSON', response => response.end('<html>'), 'expected a JSON object'],
  ['T81 an array', response => response.end('[]'), 'expected a JSON object'],
  [
    'T82 another type',
    response => response.end(JSON.stringify({ ...type, kind: 'TokenReview' })),
    'got another type',
  ],
  ['T83 not found', response => response.writeHead(404).end(), 'got 404'],
  [
    'T84 a redirect',
    response => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    'got 302',
  ],
  [
    'T85 an answer of 10 MB',
    response => response.end(Buffer.alloc(10 * 1024 * 1024, ' ')),
    'expected at most',
  ],
  ['T86 a close in the middle', response => response.destroy(), ''],
]

it.each(bad)('does not accept %s as a review', async (_, respond, reason) => {
  const { create, ask, lines, clock } = await started((_, response) => void respond(response))
  const { status, body } = await whileWaiting(clock, create('a'))

  expect(status).toBe(403)
  expect(String(body.message)).toContain('the images have not been reviewed')
  expect(String(body.message)).toContain(reason)
  expect(lines.join()).toContain('the backend of the image policy has not answered')
  expect((await ask('GET', `${pods}/a`)).status).toBe(404)
  expect((await ask('GET', '/readyz')).status).toBe(200)
})

it('admits pods without a review if configured to', async () => {
  const { create } = await started((_, response) => void response.end('no'), {
    defaultAllow: true,
  })

  expect((await create('a')).status).toBe(201)
})
