// A good EncryptionConfiguration, and keys of any size.

import { documentOf } from './documents.ts'

/** A key of so many bytes. */
export const keyOf = (bytes: number, name = 'first') => ({
  name,
  secret: Buffer.alloc(bytes, 'touchstone').toString('base64'),
})

export const kms = {
  apiVersion: 'v2',
  name: 'service',
  endpoint: 'unix:///run/kms.sock',
  timeout: '3s',
}

export const encryption = documentOf(['apiserver.config', 'v1', 'EncryptionConfiguration'], {
  resources: [
    { resources: ['secrets'], providers: [{ aescbc: { keys: [keyOf(32)] } }, { identity: {} }] },
  ],
})
