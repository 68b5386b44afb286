import { beforeEach, describe, expect, test } from 'vitest'

import { defaultParts } from '../server/default-parts.ts'
import { type SendTestRequest, type TestServer, startTestServer } from '../server/test-server.ts'

const secrets = '/api/v1/namespaces/default/secrets'

let server: TestServer
let ask: SendTestRequest

beforeEach(async () => {
  server = await startTestServer()
  ask = server.ask
})

type Owner = { name: string; uid?: string; block?: boolean; kind?: string }

/** Creates a secret with owners. The uid of an owner is looked up by name unless given. */
async function create(name: string, ...owners: Owner[]): Promise<string> {
  const ownerReferences = await Promise.all(
    owners.map(async ({ name: owner, uid, block = false, kind = 'Secret' }) => ({
      apiVersion: 'v1',
      kind,
      name: owner,
      uid: uid ?? (await uidOf(owner)),
      blockOwnerDeletion: block,
    })),
  )
  const { body } = await ask('POST', secrets, { metadata: { name, ownerReferences } })
  return String(body.metadata.uid)
}

const uidOf = async (name: string) =>
  String((await ask('GET', `${secrets}/${name}`)).body.metadata.uid)

const remove = (name: string, propagationPolicy?: string) =>
  ask('DELETE', `${secrets}/${name}`, propagationPolicy ? { propagationPolicy } : undefined)

/** Returns the remaining secrets when the collector is idle. */
async function remainingNames(): Promise<string[]> {
  await server.settled()
  return (await ask('GET', secrets)).body.items.map(({ metadata }) => String(metadata.name))
}

const metadataOf = async (name: string) => (await ask('GET', `${secrets}/${name}`)).body.metadata

describe('background deletion', () => {
  test('the dependents of a deleted object are deleted at every level', async () => {
    await create('a')
    await create('b', { name: 'a' })
    await create('c', { name: 'b' })
    await create('other')
    await remove('a')

    expect(await remainingNames()).toEqual(['other'])
  })

  test('an object with another owner stays and loses its deleted owner', async () => {
    await create('a')
    await create('b')
    await create('c', { name: 'a' }, { name: 'b' })
    await remove('a')

    expect(await remainingNames()).toEqual(['b', 'c'])
    expect((await metadataOf('c'))['ownerReferences']).toMatchObject([{ name: 'b' }])
  })

  test.each([
    ['of another uid', { name: 'a', uid: 'somebody-else' }],
    ['that never was', { name: 'absent', uid: 'u' }],
  ])('an object with an owner %s is garbage', async (_what, owner) => {
    await create('a')
    await create('b', owner)

    expect(await remainingNames()).toEqual(['a'])
  })

  test('an owner of a type that is not served is assumed to exist', async () => {
    await create('a', { name: 'x', uid: 'u', kind: 'Unknown' })

    expect(await remainingNames()).toEqual(['a'])
  })

  test('an owner is looked up only in the namespace of the object', async () => {
    await ask('POST', '/api/v1/namespaces', { metadata: { name: 'n' } })
    const uid = await create('a')
    const ownerReferences = [{ apiVersion: 'v1', kind: 'Secret', name: 'a', uid }]
    await ask('POST', '/api/v1/namespaces/n/secrets', { metadata: { name: 'b', ownerReferences } })

    expect(await remainingNames()).toEqual(['a'])
    expect((await ask('GET', '/api/v1/namespaces/n/secrets/b')).status).toBe(404)
  })

  test('an owner in a namespace cannot own a cluster-scoped object', async () => {
    const uid = await create('a')
    const ownerReferences = [{ apiVersion: 'v1', kind: 'Secret', name: 'a', uid }]
    const roles = '/apis/rbac.authorization.cluster.example/v1/clusterroles'
    await ask('POST', roles, { metadata: { name: 'r', ownerReferences } })
    await remove('a')
    await server.settled()

    expect((await ask('GET', `${roles}/r`)).status).toBe(200)
  })

  test('an object whose owner references are removed by an update stays', async () => {
    await create('a')
    await create('b', { name: 'a' })
    await ask('PUT', `${secrets}/b`, { metadata: { name: 'b' } })
    await remove('a')

    expect(await remainingNames()).toEqual(['b'])
  })

  test('finalizers of dependents are respected', async () => {
    await create('a')
    await create('b', { name: 'a' })
    const held = { ...(await metadataOf('b')), finalizers: ['example.com/held'] }
    await ask('PUT', `${secrets}/b`, { metadata: held })
    await remove('a')

    expect(await remainingNames()).toEqual(['b'])
    expect((await metadataOf('b')).deletionTimestamp).toBeTypeOf('string')
  })
})

describe('foreground deletion', () => {
  test('an owner is deleted after the dependents that block it', async () => {
    await create('a')
    await create('b', { name: 'a', block: true })
    const answer = await remove('a', 'Foreground')

    expect(answer.body.metadata.finalizers).toEqual(['foregroundDeletion'])
    expect(await remainingNames()).toEqual([])
  })

  test('an owner waits while a dependent that blocks it has finalizers', async () => {
    await create('a')
    await create('b', { name: 'a', block: true })
    const held = { ...(await metadataOf('b')), finalizers: ['example.com/held'] }
    await ask('PUT', `${secrets}/b`, { metadata: held })
    await remove('a', 'Foreground')

    expect(await remainingNames()).toEqual(['a', 'b'])
    const { finalizers: _, ...freed } = await metadataOf('b')
    await ask('PUT', `${secrets}/b`, { metadata: freed })
    expect(await remainingNames()).toEqual([])
  })

  test('a dependent that does not block its owner is deleted too', async () => {
    await create('a')
    await create('b', { name: 'a' })
    await remove('a', 'Foreground')

    expect(await remainingNames()).toEqual([])
  })

  test('owners in a cycle are all deleted', async () => {
    await create('a')
    await create('b', { name: 'a', block: true })
    const a = await metadataOf('a')
    const uid = await uidOf('b')
    const ofB = { apiVersion: 'v1', kind: 'Secret', name: 'b', uid, blockOwnerDeletion: true }
    await ask('PUT', `${secrets}/a`, { metadata: { ...a, ownerReferences: [ofB] } })
    await remove('a', 'Foreground')

    expect(await remainingNames()).toEqual([])
  })
})

test('orphans stay, and their reference to the owner is removed', async () => {
  await create('a')
  await create('b', { name: 'a' })
  await remove('a', 'Orphan')

  expect(await remainingNames()).toEqual(['b'])
  expect(await metadataOf('b')).not.toHaveProperty('ownerReferences')
})

test('objects that were stored before the start are collected too', async () => {
  const parts = defaultParts()
  const idle = { whenIdle: async () => {}, close: () => {} }
  const before = await startTestServer({ ...parts, startGarbageCollector: () => idle })
  ask = before.ask
  await create('a')
  await create('b', { name: 'a', block: true })
  await create('c', { name: 'absent', uid: 'u' })
  await remove('a', 'Foreground')
  server = await startTestServer(parts)

  expect(await remainingNames()).toEqual([])
})

test('an owner orphans nothing before all of its dependents are known', async () => {
  const parts = defaultParts()
  const idle = { whenIdle: async () => {}, close: () => {} }
  ask = (await startTestServer({ ...parts, startGarbageCollector: () => idle })).ask
  await create('a')
  const names = Array.from({ length: 120 }, (_, index) => `d${String(index).padStart(3, '0')}`)
  for (const name of names) await create(name, { name: 'a' })
  await remove('a', 'Orphan')
  server = await startTestServer(parts)

  expect(await remainingNames()).toEqual(names)
})

test('a thousand dependents of one owner are deleted', async () => {
  await create('a')
  const owner = [{ apiVersion: 'v1', kind: 'Secret', name: 'a', uid: await uidOf('a') }]
  const names = Array.from({ length: 1000 }, (_, index) => `d${index}`)
  await Promise.all(
    names.map(name => ask('POST', secrets, { metadata: { name, ownerReferences: owner } })),
  )
  await remove('a')

  expect(await remainingNames()).toEqual([])
})
