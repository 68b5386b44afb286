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

describe('in the background', () => {
  test('what a removed object owned goes with it, however deep', async () => {
    await create('a')
    await create('b', { name: 'a' })
    await create('c', { name: 'b' })
    await create('other')
    await remove('a')

    expect(await remainingNames()).toEqual(['other'])
  })

  test('an object stays for another owner, and names that one alone', async () => {
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

  test('an owner of a type that is not served may well exist', async () => {
    await create('a', { name: 'x', uid: 'u', kind: 'Unknown' })

    expect(await remainingNames()).toEqual(['a'])
  })

  test('an owner is looked for in the namespace of the object alone', async () => {
    await ask('POST', '/api/v1/namespaces', { metadata: { name: 'n' } })
    const uid = await create('a')
    const ownerReferences = [{ apiVersion: 'v1', kind: 'Secret', name: 'a', uid }]
    await ask('POST', '/api/v1/namespaces/n/secrets', { metadata: { name: 'b', ownerReferences } })

    expect(await remainingNames()).toEqual(['a'])
    expect((await ask('GET', '/api/v1/namespaces/n/secrets/b')).status).toBe(404)
  })

  test('an owner in a namespace says nothing of an object in none', async () => {
    const uid = await create('a')
    const ownerReferences = [{ apiVersion: 'v1', kind: 'Secret', name: 'a', uid }]
    const roles = '/apis/rbac.authorization.cluster.example/v1/clusterroles'
    await ask('POST', roles, { metadata: { name: 'r', ownerReferences } })
    await remove('a')
    await server.settled()

    expect((await ask('GET', `${roles}/r`)).status).toBe(200)
  })

  test('an object that loses its owners by an update stays', async () => {
    await create('a')
    await create('b', { name: 'a' })
    await ask('PUT', `${secrets}/b`, { metadata: { name: 'b' } })
    await remove('a')

    expect(await remainingNames()).toEqual(['b'])
  })

  test('finalizers are waited for', async () => {
    await create('a')
    await create('b', { name: 'a' })
    const held = { ...(await metadataOf('b')), finalizers: ['example.com/held'] }
    await ask('PUT', `${secrets}/b`, { metadata: held })
    await remove('a')

    expect(await remainingNames()).toEqual(['b'])
    expect((await metadataOf('b')).deletionTimestamp).toBeTypeOf('string')
  })
})

describe('in the foreground', () => {
  test('an owner goes after what blocks it', async () => {
    await create('a')
    await create('b', { name: 'a', block: true })
    const answer = await remove('a', 'Foreground')

    expect(answer.body.metadata.finalizers).toEqual(['foregroundDeletion'])
    expect(await remainingNames()).toEqual([])
  })

  test('an owner waits while what blocks it has finalizers', async () => {
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

  test('what does not block an owner goes too', async () => {
    await create('a')
    await create('b', { name: 'a' })
    await remove('a', 'Foreground')

    expect(await remainingNames()).toEqual([])
  })

  test('owners in a circle all go', async () => {
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

test('orphans stay, and name their owner no more', async () => {
  await create('a')
  await create('b', { name: 'a' })
  await remove('a', 'Orphan')

  expect(await remainingNames()).toEqual(['b'])
  expect(await metadataOf('b')).not.toHaveProperty('ownerReferences')
})

test('what a store held before is collected as well', async () => {
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

test('an owner leaves no orphan before all that it owns is known', async () => {
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

test('a thousand dependents of one owner', async () => {
  await create('a')
  const owner = [{ apiVersion: 'v1', kind: 'Secret', name: 'a', uid: await uidOf('a') }]
  const names = Array.from({ length: 1000 }, (_, index) => `d${index}`)
  await Promise.all(
    names.map(name => ask('POST', secrets, { metadata: { name, ownerReferences: owner } })),
  )
  await remove('a')

  expect(await remainingNames()).toEqual([])
})
