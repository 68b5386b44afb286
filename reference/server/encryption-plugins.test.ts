import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { startKmsPlugin } from '../../fixtures/hosts/kms-plugin.ts'
import type { KmsMethod, KmsStub } from '../../fixtures/objects/kms-stubs.ts'
import type { EncryptionSettings, KmsSettings } from '../api/encryption.ts'
import type { Key, Store } from '../api/store.ts'
import { memoryStore } from '../storage/memory.ts'
import { defaultParts } from './default-parts.ts'
import type { PartsOptions } from './parts-options.ts'
import { startTestServer } from './test-server.ts'

const secrets = '/api/v1/namespaces/default/secrets'
const secret = { metadata: { name: 'a' }, stringData: { word: 'marker' } }

async function plugin() {
  const folder = await mkdtemp(join(tmpdir(), 'kms-'))
  const socket = join(folder, 's')
  const stubs: { [method in KmsMethod]?: KmsStub } = {}
  const host = await startKmsPlugin({
    name: 'one',
    socket,
    record: () => () => {},
    stubOf: method => stubs[method],
  })
  onTestFinished(async () => {
    await host.stop()
    await rm(folder, { recursive: true })
  })
  const kms: KmsSettings = {
    kind: 'kms',
    version: 'v2',
    name: 'one',
    socket,
    timeoutMs: 300,
    cacheSize: 0,
  }
  return { ...host, kms, stubs }
}

const settingsOf = (...providers: KmsSettings[]): EncryptionSettings => ({
  rules: [{ resources: ['secrets'], providers }],
})

const start = (store: Store, encryption: PartsOptions['encryption']) =>
  startTestServer(
    defaultParts({
      dialect: 'kubernetes',
      stored: {
        store: { ...store, close: async () => {} },
        secret: Buffer.alloc(32),
        isRemote: false,
      },
      ...(encryption && { encryption }),
    }),
  )

const engine = () => memoryStore({ clock: { now: () => 0 }, historyMs: 3_600_000 })

it('starts without its plug-in, reports that, and serves the other types', async () => {
  const { kms, stop, start: startPlugin } = await plugin()
  await stop()
  const store = engine()
  const { ask, clock } = await start(store, settingsOf(kms))
  const other = { metadata: { name: 'b' } }
  const written = await ask('POST', secrets, secret)
  const health = await ask('GET', '/readyz/kms-providers')

  expect((await ask('POST', '/api/v1/namespaces/default/configmaps', other)).status).toBe(201)
  expect([written.status, health.status]).toEqual([500, 500])
  expect(written.text).toContain('secrets/default/a')
  expect(health.text).toContain('KMS provider one')
  expect((await ask('GET', '/livez')).status).toBe(200)
  await startPlugin()
  await expect
    .poll(
      async () => {
        clock.advance(3_000)
        return (await ask('GET', '/readyz/kms-providers')).status
      },
      { timeout: 20_000, interval: 200 },
    )
    .toBe(200)
  expect((await ask('POST', secrets, secret)).status).toBe(201)
  const stored = await store.get('/secrets/default/a' as Key)
  expect(stored?.value.toString('latin1')).toMatch(/^k8s:enc:kms:v2:one:/)
})

it('names the object that a plug-in cannot decrypt', async () => {
  const { kms, stubs } = await plugin()
  const store = engine()
  await (await start(store, settingsOf(kms))).ask('POST', secrets, secret)
  stubs.Decrypt = { fault: 'refusal' }
  const { ask } = await start(store, settingsOf(kms))
  const refused = await ask('GET', `${secrets}/a`)

  expect(refused).toMatchObject({ status: 500, body: { kind: 'Status' } })
  expect(refused.text).toContain('secrets/default/a')
  delete stubs.Decrypt
  expect((await ask('GET', `${secrets}/a`)).status).toBe(200)
})

it('has a health check per plug-in if one has version 1', async () => {
  const { kms } = await plugin()
  const { ask } = await start(engine(), settingsOf(kms, { ...kms, version: 'v1', name: 'two' }))

  expect((await ask('GET', '/readyz/kms-provider-1')).status).toBe(200)
  expect((await ask('GET', '/healthz?verbose')).text).toContain('[+]kms-provider-0 ok')
  expect((await ask('GET', '/livez?verbose')).text).not.toContain('kms')
})

it('applies new settings while it runs', async () => {
  const { kms } = await plugin()
  const store = engine()
  let use = async (_: EncryptionSettings): Promise<void> => {}
  const file = { check: async () => undefined, reloads: () => ({ success: 0, failure: 0 }) }
  const { ask } = await start(store, {
    ...settingsOf(kms),
    file,
    onReload: act => void (use = act),
  })
  const first = await ask('POST', secrets, secret)
  expect((await ask('GET', '/readyz/kms-providers')).status).toBe(200)
  await use(settingsOf({ ...kms, name: 'two' }, kms))
  const second = await ask('PUT', `${secrets}/a`, first.body)
  const stored = await store.get('/secrets/default/a' as Key)
  await use(settingsOf({ ...kms, name: 'two' }))

  expect(second.body.metadata.resourceVersion).not.toBe(first.body.metadata.resourceVersion)
  expect(stored?.value.toString('latin1')).toMatch(/^k8s:enc:kms:v2:two:/)
  expect((await ask('GET', `${secrets}/a`)).status).toBe(200)
  await use(settingsOf(kms))
  expect((await ask('GET', `${secrets}/a`)).status).toBe(500)
})

it('closes only after a write that waits for its plug-in has ended', async () => {
  const { kms, stop, start: startPlugin } = await plugin()
  await stop()
  const parts = defaultParts({
    dialect: 'kubernetes',
    encryption: settingsOf({ ...kms, version: 'v1', timeoutMs: 20_000 }),
  })
  let begin = () => {}
  const begun = new Promise<void>(resolve => (begin = resolve))
  const commit: Store['commit'] = async write => {
    if (write.key === '/secrets/default/a') begin()
    return parts.store.commit(write)
  }
  const { ask, close } = await startTestServer({
    ...parts,
    limits: { ...parts.limits, closeWaitMs: 20_000 },
    store: { ...parts.store, commit },
  })
  const writing = ask('POST', secrets, secret)
  await begun
  const closing = close()
  await startPlugin()

  expect((await writing).status).toBe(201)
  await closing
})
