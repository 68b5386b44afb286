import { expect, it } from 'vitest'

import { configKinds } from '../config/config-kinds.ts'
import { cluster } from '../dialects/cluster.ts'
import { kubernetes } from '../dialects/kubernetes.ts'
import { encryptionSettings } from './encryption-flags.ts'

const secret = Buffer.alloc(32, 7)
const keys = [{ name: 'one', secret: secret.toString('base64') }]

const textOf = (providers: object[], { apiDomain } = cluster) =>
  JSON.stringify({
    apiVersion: `apiserver.config.${apiDomain}/v1`,
    kind: 'EncryptionConfiguration',
    resources: [{ resources: ['secrets'], providers }],
  })

const read = (...providers: object[]) =>
  encryptionSettings(
    { encryptionProviderConfig: 'encryption.yaml' },
    { kinds: configKinds, dialect: cluster, readText: async () => textOf(providers) },
  )

it('reads providers and keys in their order', async () => {
  const parsed = [{ name: 'one', secret }]

  expect(await read({ aescbc: { keys } }, { identity: {} }, { secretbox: { keys } })).toEqual({
    rules: [
      {
        resources: ['secrets'],
        providers: [
          { kind: 'aescbc', keys: parsed },
          { kind: 'identity' },
          { kind: 'secretbox', keys: parsed },
        ],
      },
    ],
  })
})

it('encrypts nothing without the flag', async () => {
  const readText = () => Promise.reject(new Error('nothing to read'))

  expect(
    await encryptionSettings({}, { kinds: configKinds, dialect: cluster, readText }),
  ).toBeUndefined()
})

const kms = { apiVersion: 'v2', name: 'a', endpoint: 'unix:///run/kms.socket' }

it('reads plug-ins with their defaults', async () => {
  const plugin = { kind: 'kms', name: 'a', socket: '/run/kms.socket', timeoutMs: 3_000 }
  const { apiVersion: _, ...first } = kms

  expect(await read({ kms: { ...kms, timeout: '1m' } }, { kms: { ...first, name: 'b' } })).toEqual({
    rules: [
      {
        resources: ['secrets'],
        providers: [
          { ...plugin, version: 'v2', timeoutMs: 60_000, cacheSize: 0 },
          { ...plugin, name: 'b', version: 'v1', cacheSize: 1_000 },
        ],
      },
    ],
  })
})

it('refuses a socket without a path, and version 1 without its feature gate', async () => {
  await expect(read({ kms: { ...kms, endpoint: 'unix:///@abstract' } })).rejects.toThrow(
    'encryption.yaml: kms.endpoint: expected the path of a unix socket',
  )
  const genuine = (gates: { KMSv1?: boolean }) =>
    encryptionSettings(
      { encryptionProviderConfig: 'encryption.yaml' },
      {
        kinds: configKinds,
        dialect: kubernetes,
        gates,
        readText: async () => textOf([{ kms: { ...kms, apiVersion: 'v1' } }], kubernetes),
      },
    )
  await expect(genuine({})).rejects.toThrow('KMSv1')
  expect((await genuine({ KMSv1: true }))?.rules).toHaveLength(1)
})

it('reloads the file only if it is followed', async () => {
  const flags = { encryptionProviderConfig: 'encryption.yaml' }
  let text = textOf([{ aescbc: { keys } }])
  const context = { kinds: configKinds, dialect: cluster, readText: async () => text }
  const followed = await encryptionSettings(
    { ...flags, encryptionProviderConfigAutomaticReload: 'true' },
    context,
  )
  const used: unknown[] = []
  followed?.onReload?.(async ({ rules }) => void used.push(rules[0]?.providers[0]?.kind))
  text = '{'
  expect(await followed?.file?.check()).toContain('the old content stays')
  text = textOf([{ secretbox: { keys } }])
  expect(await followed?.file?.check()).toBeUndefined()

  expect(used).toEqual(['secretbox'])
  expect(await encryptionSettings(flags, context)).not.toHaveProperty('file')
  await expect(
    encryptionSettings({ encryptionProviderConfigAutomaticReload: 'true' }, context),
  ).rejects.toThrow('expected --encryption-provider-config as well')
})

it.each([Buffer.alloc(31, 7).toString('base64'), `${secret.toString('base64').slice(0, -9)} x`])(
  'refuses the key %s and does not print it',
  async wrong => {
    const refused = read({ aesgcm: { keys: [{ name: 'one', secret: wrong }] } })

    await expect(refused).rejects.toThrow('resources[0].providers[0].aesgcm.keys[0].secret')
    await expect(refused).rejects.not.toThrow(wrong)
  },
)
