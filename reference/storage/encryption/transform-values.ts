// Decides how the value of each key is stored, by the rules of an EncryptionConfiguration.

import type {
  EncryptionProvider,
  EncryptionRule,
  EncryptionSettings,
  OpenedValue,
  ValueTransformer,
} from '../../api/encryption.ts'
import type { Key } from '../../api/store.ts'
import { aesCbc, aesGcm, type Cipher, secretBox } from './ciphers.ts'

/** One key of a provider, with the prefix of what it writes; no cipher for identity. */
type Writer = { readonly prefix: Buffer; readonly cipher: Cipher | undefined }

const encrypted = Buffer.from('k8s:enc:')

const ciphers = { aescbc: aesCbc, aesgcm: aesGcm, secretbox: secretBox }

const identity: Writer = { prefix: Buffer.alloc(0), cipher: undefined }

/**
 * Returns the transformer of a store whose keys are under a prefix, such as `/registry`. Without
 * rules it stores everything as it is, and reads nothing that is encrypted.
 */
export function transformValues(
  { rules }: EncryptionSettings,
  prefix = '/registry',
): ValueTransformer {
  const known = rules.map(({ resources, providers }) => ({
    resources,
    writers: providers.flatMap(writersOf),
  }))
  const byType = new Map<string, readonly Writer[]>()
  // As genuine servers name the places of objects of the core group and of custom types.
  const pathOf = (key: Key) => `${prefix}/${key}`.replaceAll(/\/+/g, '/')

  function writersFor(key: Key): readonly Writer[] {
    const type = typeOf(key)
    const held = byType.get(type)
    if (held) return held
    const found = known.find(({ resources }) => resources.some(name => covers(name, type)))
    const writers = (type.startsWith(ownGroup) ? undefined : found?.writers) ?? [identity]
    byType.set(type, writers)
    return writers
  }

  return {
    seal(value, key) {
      const [{ prefix: start, cipher } = identity] = writersFor(key)
      return cipher ? Buffer.concat([start, cipher.encrypt(value, pathOf(key))]) : value
    },
    open(stored, key) {
      return openWith(writersFor(key), stored, pathOf(key))
    },
  }
}

function writersOf(provider: EncryptionProvider): Writer[] {
  if (provider.kind === 'identity') return [identity]
  const { kind, keys } = provider
  return keys.map(({ name, secret }) => ({
    prefix: Buffer.from(`k8s:enc:${kind}:v1:${name}:`),
    cipher: ciphers[kind](secret),
  }))
}

function openWith(writers: readonly Writer[], stored: Buffer, path: string): OpenedValue {
  let failure: unknown
  for (const [index, { prefix, cipher }] of writers.entries()) {
    if (!startsWith(stored, prefix)) continue
    if (!cipher) {
      if (startsWith(stored, encrypted)) continue
      return { value: stored, isStale: index > 0 }
    }
    try {
      const value = cipher.decrypt(stored.subarray(prefix.length), path)
      if (cipher.authenticates || startsWith(value, objectStart))
        return { value, isStale: index > 0 }
      failure = new Error('the decrypted bytes are no object')
    } catch (error) {
      failure = error
    }
  }
  throw failure ?? new Error('no provider of its type reads the stored bytes')
}

// What every object begins with: a wrong key, or another first block, yields something else.
const objectStart = Buffer.from('{"metadata":{')

// What the server stores for itself, which clients of any provider must be able to read.
const ownGroup = 'touchstone/'

const startsWith = (bytes: Buffer, prefix: Buffer): boolean =>
  bytes.length >= prefix.length && bytes.subarray(0, prefix.length).equals(prefix)

/** Returns `group/resource` of a key. */
const typeOf = (key: Key): string => key.slice(0, key.indexOf('/', key.indexOf('/') + 1))

/** Whether a name of a rule covers a type. A name without a dot is in the core group. */
function covers(name: EncryptionRule['resources'][number], type: string): boolean {
  if (name === '*.*') return true
  const [group = '', resource = ''] = type.split('/')
  const dot = name.indexOf('.')
  const wanted = dot === -1 ? { resource: name, group: '' } : splitAt(name, dot)
  return wanted.group === group && (wanted.resource === '*' || wanted.resource === resource)
}

const splitAt = (name: string, dot: number) => ({
  resource: name.slice(0, dot),
  group: name.slice(dot + 1),
})
