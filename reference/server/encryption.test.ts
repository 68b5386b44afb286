import { expect, it } from 'vitest'

import type { EncryptionProvider } from '../api/encryption.ts'
import type { Key, Revision, Store } from '../api/store.ts'
import { memoryStore } from '../storage/memory.ts'
import { defaultParts } from './default-parts.ts'
import { startTestServer } from './test-server.ts'

const secrets = '/api/v1/namespaces/default/secrets'
const keyOf = (name: string) => `/secrets/default/${name}` as Key
const key = keyOf('a')
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

it('stores no plain text, and returns to clients what they wrote', async () => {
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

it('without the key cannot read, serves other types, and can remove by force', async () => {
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

it.each(['aescbc', 'aesgcm', 'secretbox'] as const)(
  'returns an error, and never a wrong object, for altered stored bytes of %s',
  async kind => {
    const store = kept()
    const provider = { kind, keys: [{ name: 'k', secret: Buffer.alloc(32, 1) }] }
    const { ask } = await startOn(store, provider)
    for (const name of ['a', 'b']) await ask('POST', secrets, { ...secret, metadata: { name } })
    const [a, b] = await Promise.all(['a', 'b'].map(name => store.get(keyOf(name))))
    const value = a?.value ?? Buffer.alloc(0)
    const flipped = Buffer.from(value)
    // The first block of the text of aescbc, and the nonce or the text of the others.
    flipped[value.length - 33] = (flipped[value.length - 33] ?? 0) ^ 1
    flipped[40] = (flipped[40] ?? 0) ^ 1
    const statuses: number[] = []
    for (const changed of [flipped, value.subarray(0, 60), b?.value ?? value]) {
      const { revision } = (await store.get(key)) ?? { revision: '0' as Revision }
      await store.commit({ key, guard: { basedOn: revision }, value: changed })
      const read = await ask('GET', `${secrets}/a`)
      statuses.push(read.status)
      expect(read.text).toContain('secrets/default/a')
    }

    expect(statuses).toEqual([500, 500, 500])
    expect((await ask('GET', `${secrets}/b`)).status).toBe(200)
  },
)

it('collects garbage even if an object cannot be read', async () => {
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

  await expect
    .poll(async () => (await ask('GET', `${configmaps}/owned`)).status, { timeout: 10_000 })
    .toBe(404)
})

it('rewrites an unchanged object with the first key, once', async () => {
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
