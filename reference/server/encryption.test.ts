import { setImmediate as turn } from 'node:timers/promises'

import { expect, it } from 'vitest'

import type { EncryptionProvider } from '../api/encryption.ts'
import type { Key, Store } from '../api/store.ts'
import { memoryStore } from '../storage/memory.ts'
import { defaultParts } from './default-parts.ts'
import { startTestServer } from './test-server.ts'

const secrets = '/api/v1/namespaces/default/secrets'
const key = '/secrets/default/a' as Key
const secret = { metadata: { name: 'a' }, stringData: { word: 'marker' } }

const gcm = (fill: number): EncryptionProvider => ({
  kind: 'aesgcm',
  keys: [{ name: `k${fill}`, secret: Buffer.alloc(32, fill) }],
})

/** A store that several servers have, one after the other. */
const kept = (): Store => ({
  ...memoryStore({ clock: { now: () => 0 }, historyMs: 3_600_000 }),
  close: async () => {},
})

const startOn = (store: Store, ...providers: EncryptionProvider[]) =>
  startTestServer(
    defaultParts({
      dialect: 'kubernetes',
      gates: { AllowUnsafeMalformedObjectDeletion: true },
      stored: { store, secret: Buffer.alloc(32), isRemote: false },
      ...(providers.length > 0 && {
        encryption: { rules: [{ resources: ['secrets'], providers }] },
      }),
    }),
  )

it('stores no plain text, and shows clients what they wrote', async () => {
  const store = kept()
  const { ask } = await startOn(store, gcm(1))
  const created = await ask('POST', secrets, secret)
  const stored = await store.get(key)

  expect(created.status).toBe(201)
  expect(stored?.value.toString('latin1')).toMatch(/^k8s:enc:aesgcm:v1:k1:/)
  expect(stored?.value.includes('bWFya2Vy')).toBe(false)
  expect((await ask('GET', `${secrets}/a`)).body).toEqual(created.body)
  expect((await ask('GET', secrets)).body.items[0]?.metadata).toEqual(created.body.metadata)
})

it('cannot read without the key, serves the other types, and removes by force', async () => {
  const store = kept()
  await (await startOn(store, gcm(1))).ask('POST', secrets, secret)
  const { ask } = await startOn(store)
  const refused = await ask('GET', `${secrets}/a`)
  const reads = await Promise.all(
    [secrets, `${secrets}?resourceVersion=0`].map(path => ask('GET', path)),
  )
  const other = { metadata: { name: 'b' } }
  const force = { ignoreStoreReadErrorWithClusterBreakingPotential: true }

  expect(refused).toMatchObject({ status: 500, body: { kind: 'Status' } })
  expect(refused.text).toContain('secrets/default/a')
  expect(reads.map(({ status }) => status)).toEqual([500, 500])
  expect((await ask('PUT', `${secrets}/a`, secret)).status).toBe(500)
  expect((await ask('DELETE', `${secrets}/a`)).status).toBe(500)
  expect((await ask('POST', '/api/v1/namespaces/default/configmaps', other)).status).toBe(201)
  expect((await ask('DELETE', `${secrets}/a`, force)).status).toBe(200)
  expect((await ask('GET', `${secrets}/a`)).status).toBe(404)
})

it('collects garbage although an object cannot be read', async () => {
  const store = kept()
  await (await startOn(store, gcm(1))).ask('POST', secrets, secret)
  const { ask } = await startOn(store)
  const configmaps = '/api/v1/namespaces/default/configmaps'
  const { body } = await ask('POST', configmaps, { metadata: { name: 'owner' } })
  const { uid } = body.metadata
  await ask('POST', configmaps, {
    metadata: {
      name: 'owned',
      ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid }],
    },
  })
  await ask('DELETE', `${configmaps}/owner`)

  while ((await ask('GET', `${configmaps}/owned`)).status !== 404) await turn()
})

it('writes an unchanged object again with the first key, once', async () => {
  const store = kept()
  await (await startOn(store, gcm(1))).ask('POST', secrets, secret)
  const { ask } = await startOn(store, gcm(2), gcm(1))
  const first = await ask('GET', `${secrets}/a`)
  const second = await ask('PUT', `${secrets}/a`, first.body)
  const third = await ask('PUT', `${secrets}/a`, second.body)
  const versionOf = ({ body }: typeof first) => body.metadata.resourceVersion

  expect(versionOf(second)).not.toBe(versionOf(first))
  expect(versionOf(third)).toBe(versionOf(second))
  expect((await store.get(key))?.value.toString('latin1')).toMatch(/^k8s:enc:aesgcm:v1:k2:/)
})
