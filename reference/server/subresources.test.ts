import { beforeEach, expect, test } from 'vitest'

import { type SendTestRequest, startTestServer } from './test-server.ts'

const deployments = '/apis/apps/v1/namespaces/default/deployments'
const deployment = {
  metadata: { name: 'a' },
  spec: {
    selector: { matchLabels: { a: 'b' } },
    template: {
      metadata: { labels: { a: 'b' } },
      spec: { containers: [{ name: 'c', image: 'i' }] },
    },
  },
}

let ask: SendTestRequest

beforeEach(async () => {
  ask = (await startTestServer()).ask
  await ask('POST', deployments, { ...deployment, status: { replicas: 7 } })
})

const status = (replicas: number) => ({
  ...deployment,
  spec: { paused: true },
  status: { replicas },
})

test('the main path writes everything except the status (WRITE-016)', async () => {
  const made = (await ask('GET', `${deployments}/a`)).body
  expect(made['status']).toEqual({})
  await ask('PUT', `${deployments}/a/status`, status(1))
  const { body } = await ask('PUT', `${deployments}/a`, {
    ...status(9),
    spec: { ...deployment.spec, paused: true },
  })

  expect(body).toMatchObject({ spec: { paused: true }, status: { replicas: 1 } })
})

test('the status path writes only the status, and no generation (PATH-008)', async () => {
  const before = (await ask('GET', `${deployments}/a`)).body
  const { body } = await ask('PUT', `${deployments}/a/status`, status(1))

  expect(body).toMatchObject({ spec: deployment.spec, status: { replicas: 1 } })
  expect(body['spec']).not.toHaveProperty('paused')
  expect(body.metadata.generation).toBe(before.metadata.generation)
  expect(body.metadata.resourceVersion).not.toBe(before.metadata.resourceVersion)
  expect((await ask('GET', `${deployments}/a/status`)).body).toEqual(body)
})

test('a status can be patched', async () => {
  const body = JSON.stringify({ status: { replicas: 3 }, spec: { paused: true } })
  const answer = await ask('PATCH', `${deployments}/a/status`, body, {
    'content-type': 'application/merge-patch+json',
  })

  expect(answer.body).toMatchObject({ status: { replicas: 3 } })
  expect(answer.body['spec']).not.toHaveProperty('paused')
})

test('a status has version checks, and cannot be created or deleted', async () => {
  const stale = { ...status(1), metadata: { name: 'a', resourceVersion: '1' } }
  expect((await ask('PUT', `${deployments}/a/status`, stale)).status).toBe(409)
  const absent = { ...status(1), metadata: { name: 'b' } }
  expect((await ask('PUT', `${deployments}/b/status`, absent)).status).toBe(404)
  expect((await ask('DELETE', `${deployments}/a/status`)).status).toBe(405)
  expect((await ask('GET', `${deployments}/a/nope`)).status).toBe(404)
})

test('a namespace stays until a finalize request removes its finalizer (DEL-029)', async () => {
  const path = '/api/v1/namespaces/n'
  const finalize = (...finalizers: string[]) =>
    ask('PUT', `${path}/finalize`, { metadata: { name: 'n' }, spec: { finalizers } })
  await ask('POST', '/api/v1/namespaces', { metadata: { name: 'n' } })
  await finalize('example.com/x')
  await ask('DELETE', path)

  expect((await ask('GET', path)).body['status']).toEqual({ phase: 'Terminating' })
  expect((await finalize()).status).toBe(200)
  expect((await ask('GET', path)).status).toBe(404)
})

test('a member that the schema requires must be there (VALID-026)', async () => {
  const answer = await ask('POST', deployments, { metadata: { name: 'b' }, spec: {} })

  expect(answer).toMatchObject({ status: 422, body: { reason: 'Invalid' } })
  expect(answer.text).toContain('spec.selector: Required value')
})

test('the scale contains the number of replicas in its own form (PATH-010)', async () => {
  const path = `${deployments}/a/scale`
  const { body } = await ask('GET', path)
  const made = (await ask('GET', `${deployments}/a`)).body
  expect(body).toMatchObject({
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name: 'a', uid: made.metadata.uid, resourceVersion: made.metadata.resourceVersion },
    spec: { replicas: 1 },
    status: { replicas: 0, selector: 'a=b' },
  })

  const scaled = await ask('PUT', path, { ...body, spec: { replicas: 3 } })
  expect(scaled.body).toMatchObject({ kind: 'Scale', spec: { replicas: 3 } })
  const merge = { 'content-type': 'application/merge-patch+json' }
  await ask('PATCH', path, JSON.stringify({ spec: { replicas: 5 } }), merge)
  const after = (await ask('GET', `${deployments}/a`)).body
  expect(after).toMatchObject({ kind: 'Deployment', spec: { ...deployment.spec, replicas: 5 } })
  expect(after.metadata.generation).toBe(3)
})

test('a scale that is stale, negative or of a missing object is refused', async () => {
  const path = `${deployments}/a/scale`
  const { body } = await ask('GET', path)
  expect((await ask('PUT', path, { ...body, spec: { replicas: -1 } })).status).toBe(422)
  await ask('PUT', path, { ...body, spec: { replicas: 2 } })
  expect((await ask('PUT', path, { ...body, spec: { replicas: 4 } })).status).toBe(409)
  expect((await ask('GET', `${deployments}/absent/scale`)).status).toBe(404)
  expect((await ask('PUT', `${deployments}/absent/scale`, body)).status).toBe(400)
})
