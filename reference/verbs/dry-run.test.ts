// Tests dry runs, verb by verb: the response equals that of the real request, and nothing is
// stored.

import { beforeEach, expect, test } from 'vitest'

import { type SendTestRequest, startTestServer } from '../server/test-server.ts'

const secrets = '/api/v1/namespaces/default/secrets'
const leases = '/apis/coordination.cluster.example/v1/namespaces/default/leases'

let ask: SendTestRequest

beforeEach(async () => {
  ask = (await startTestServer()).ask
  await ask('POST', secrets, { metadata: { name: 'there' } })
})

const stored = async () => (await ask('GET', secrets)).text

test('a create returns the object, and stores nothing (DRY-001, DRY-013)', async () => {
  const before = await stored()
  const tried = await ask('POST', `${secrets}?dryRun=All`, { metadata: { name: 'a' } })

  expect(tried.status).toBe(200)
  expect(tried.body).toMatchObject({ kind: 'Secret', type: 'Opaque', metadata: { name: 'a' } })
  expect(tried.body.metadata.uid).toBeTypeOf('string')
  expect(tried.body.metadata).not.toHaveProperty('resourceVersion')
  expect(await stored()).toBe(before)
  expect((await ask('POST', secrets, { metadata: { name: 'a' } })).status).toBe(200)
})

test('a create fails if the real one would (DRY-006, DRY-010, DRY-014)', async () => {
  const bodies = [
    { metadata: { name: 'there' } },
    { metadata: { name: 'Not a name' } },
    { metadata: { name: 'b' }, data: { key: 1 } },
    { metadata: { name: 'b', namespace: 'other' } },
  ]
  for (const body of bodies) {
    const tried = await ask('POST', `${secrets}?dryRun=All`, body)
    const real = await ask('POST', secrets, body)
    expect([tried.status, tried.text]).toEqual([real.status, real.text])
    expect(tried.status).toBeGreaterThanOrEqual(400)
  }
})

test('a generated name is not reserved (DRY-013)', async () => {
  const body = { metadata: { generateName: 'g-' } }
  const { metadata } = (await ask('POST', `${secrets}?dryRun=All`, body)).body

  expect(metadata.name).toMatch(/^g-/)
  expect((await ask('GET', `${secrets}/${metadata.name}`)).status).toBe(404)
})

test('an update returns the change at the stored version (DRY-002)', async () => {
  const before = await stored()
  const { metadata } = (await ask('GET', `${secrets}/there`)).body
  const body = { metadata: { name: 'there', labels: { a: 'b' } } }
  const tried = await ask('PUT', `${secrets}/there?dryRun=All`, body)

  expect(tried.body.metadata).toMatchObject({ labels: { a: 'b' }, uid: metadata.uid })
  expect(tried.body.metadata.resourceVersion).toBe(metadata.resourceVersion)
  expect(await stored()).toBe(before)
})

test('a stale update is a conflict (DRY-015)', async () => {
  const { metadata } = (await ask('GET', `${secrets}/there`)).body
  await ask('PUT', `${secrets}/there`, { metadata: { name: 'there', labels: { a: '1' } } })

  const stale = { metadata: { name: 'there', resourceVersion: metadata.resourceVersion } }
  expect((await ask('PUT', `${secrets}/there?dryRun=All`, stale)).status).toBe(409)
})

test('an update of a missing object creates nothing (DRY-002)', async () => {
  const tried = await ask('PUT', `${leases}/a?dryRun=All`, { metadata: { name: 'a' } })

  expect(tried.body.metadata.name).toBe('a')
  expect((await ask('GET', `${leases}/a`)).status).toBe(404)
})

test('a delete returns the real response, and the object stays (DRY-004)', async () => {
  const before = await stored()
  const tried = await ask('DELETE', `${secrets}/there?dryRun=All`)
  const inBody = await ask('DELETE', `${secrets}/there`, { dryRun: ['All'] })

  expect(tried.body).toMatchObject({ kind: 'Status', status: 'Success' })
  expect(inBody.body).toMatchObject({ kind: 'Status', status: 'Success' })
  expect(await stored()).toBe(before)
  expect((await ask('DELETE', `${secrets}/absent?dryRun=All`)).status).toBe(404)
})

test('a delete with finalizers returns the mark and stores none (DRY-026)', async () => {
  const finalizers = ['example.com/held']
  await ask('POST', secrets, { metadata: { name: 'held', finalizers } })
  const before = await stored()
  const tried = await ask('DELETE', `${secrets}/held?dryRun=All`)

  expect(tried.body.metadata.deletionTimestamp).toBeTypeOf('string')
  expect(await stored()).toBe(before)
})

test('removing the last finalizer does not remove a deleted object (DRY-011)', async () => {
  const finalizers = ['example.com/held']
  await ask('POST', secrets, { metadata: { name: 'held', finalizers } })
  await ask('DELETE', `${secrets}/held`)
  await ask('PUT', `${secrets}/held?dryRun=All`, { metadata: { name: 'held' } })

  expect((await ask('GET', `${secrets}/held`)).body.metadata.finalizers).toEqual(finalizers)
})

test('a dry-run delete of a namespace keeps its content (DRY-004)', async () => {
  await ask('POST', '/api/v1/namespaces', { metadata: { name: 'n' } })
  await ask('POST', '/api/v1/namespaces/n/secrets', { metadata: { name: 'a' } })
  const tried = await ask('DELETE', '/api/v1/namespaces/n?dryRun=All')

  expect(tried.body).toMatchObject({ kind: 'Namespace', status: { phase: 'Terminating' } })
  expect((await ask('GET', '/api/v1/namespaces/n/secrets/a')).status).toBe(200)
})
