import { expect, it } from 'vitest'

import { configKinds } from '../config/config-kinds.ts'
import { cluster } from '../dialects/cluster.ts'
import { encryptionSettings } from './encryption-flags.ts'

const secret = Buffer.alloc(32, 7)
const keys = [{ name: 'one', secret: secret.toString('base64') }]

const read = (...providers: object[]) =>
  encryptionSettings(
    { encryptionProviderConfig: 'encryption.yaml' },
    {
      kinds: configKinds,
      dialect: cluster,
      readText: async () =>
        JSON.stringify({
          apiVersion: `apiserver.config.${cluster.apiDomain}/v1`,
          kind: 'EncryptionConfiguration',
          resources: [{ resources: ['secrets'], providers }],
        }),
    },
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

it('refuses a plug-in, which this server does not call', async () => {
  const kms = { apiVersion: 'v2', name: 'a', endpoint: 'unix:///run/kms.socket' }

  await expect(read({ kms })).rejects.toThrow(
    '--encryption-provider-config: encryption.yaml: expected providers aescbc, aesgcm, secretbox, ' +
      'identity, got kms, which this server does not have',
  )
})

it.each([Buffer.alloc(31, 7).toString('base64'), `${secret.toString('base64').slice(0, -9)} x`])(
  'refuses the key %s and does not show it',
  async wrong => {
    const refused = read({ aesgcm: { keys: [{ name: 'one', secret: wrong }] } })

    await expect(refused).rejects.toThrow('resources[0].providers[0].aesgcm.keys[0].secret')
    await expect(refused).rejects.not.toThrow(wrong)
  },
)
