// A valid EncryptionConfiguration, and keys of any size.

import { configDocument } from './documents.ts'

/** Returns a key of this many bytes. */
export const encryptionKey = (bytes: number, name = 'first') => ({
  name,
  secret: Buffer.alloc(bytes, 'touchstone').toString('base64'),
})

export const kmsProvider = {
  apiVersion: 'v2',
  name: 'service',
  endpoint: 'unix:///run/kms.sock',
  timeout: '3s',
}

export const validEncryption = configDocument(
  ['apiserver.config', 'v1', 'EncryptionConfiguration'],
  {
    resources: [
      {
        resources: ['secrets'],
        providers: [{ aescbc: { keys: [encryptionKey(32)] } }, { identity: {} }],
      },
    ],
  },
)
