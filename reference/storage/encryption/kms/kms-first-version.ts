// KMS plug-ins of version 1: each write uses a separate key, which the plug-in encrypts and which
// is stored before the value, after two bytes with its length.

import { randomBytes } from 'node:crypto'
import { kmsV1 } from '../../../../protocols/kms.ts'
import type { KmsSettings, OpenedValue } from '../../../api/encryption.ts'
import { aesCbc, aesGcm } from '../ciphers.ts'
import { decryptChecked } from '../value-provider.ts'
import { cachedCheck } from './cached-check.ts'
import type { KmsContext, KmsProvider } from './kms-provider.ts'

const version = 'v1beta1'
const lengthBytes = 2
const cipherBytesMax = 0xffff
const keyBytes = 32
const keptFor = { successMs: 20_000, failureMs: 3_000 }
const ping = Buffer.from('ping')

export function kmsProviderV1(
  { name, cacheSize }: KmsSettings,
  { client, clock }: KmsContext,
): KmsProvider {
  const keys = keyCache(cacheSize)
  let knownVersion: Promise<void> | undefined

  async function requireVersion(): Promise<void> {
    const { version: own } = await client.call(kmsV1.version, { version })
    if (own !== version) throw new Error(`expected a plug-in of version ${version}, got ${own}`)
  }

  const ready = (): Promise<void> =>
    (knownVersion ??= requireVersion().catch((problem: unknown) => {
      knownVersion = undefined
      throw problem
    }))

  async function encrypt(plain: Buffer): Promise<Buffer> {
    await ready()
    const { cipher } = await client.call(kmsV1.encrypt, { version, plain })
    if (cipher.length > 0 && cipher.length <= cipherBytesMax) return Buffer.from(cipher)
    throw new Error(
      `expected an encrypted key of 1 to ${cipherBytesMax} bytes, got ${cipher.length}`,
    )
  }

  async function decrypt(cipher: Buffer): Promise<Buffer> {
    await ready()
    const { plain } = await client.call(kmsV1.decrypt, { version, cipher })
    return Buffer.from(plain)
  }

  function openWith(key: Buffer, bytes: Buffer, path: string): OpenedValue {
    try {
      return { value: aesGcm(key).decrypt(bytes, path), isStale: false }
    } catch {
      // Servers before release 1.25 wrote this. It fails as well if the key is another.
      return { value: decryptChecked(bytes, path, aesCbc(key)), isStale: true }
    }
  }

  async function openByPlugin(cipher: Buffer, bytes: Buffer, path: string): Promise<OpenedValue> {
    const key = await decrypt(cipher)
    const opened = openWith(key, bytes, path)
    // Only a key that fits is kept.
    keys.add(cipher, key)
    return opened
  }

  return {
    name,
    version: 'v1',
    isNotKept: cacheSize < 0,
    prefix: Buffer.from(`k8s:enc:kms:v1:${name}:`),
    async seal(value, path) {
      const key = randomBytes(keyBytes)
      const cipher = await encrypt(key)
      keys.add(cipher, key)
      const length = Buffer.alloc(lengthBytes)
      length.writeUInt16BE(cipher.length)
      return Buffer.concat([length, cipher, aesGcm(key).encrypt(value, path)])
    },
    open(stored, path) {
      const end = lengthBytes + (stored.length < lengthBytes ? 0 : stored.readUInt16BE())
      if (stored.length < end)
        throw new Error(`expected at least ${end} bytes of encrypted data, got ${stored.length}`)
      const cipher = stored.subarray(lengthBytes, end)
      const key = keys.get(cipher)
      const bytes = stored.subarray(end)
      return key ? openWith(key, bytes, path) : openByPlugin(cipher, bytes, path)
    },
    check: cachedCheck(
      async () => {
        const answer = await decrypt(await encrypt(ping))
        if (!answer.equals(ping)) throw new Error('the plug-in decrypts to something else')
      },
      keptFor,
      clock,
    ),
    start: () => {},
    close: () => client.close(),
  }
}

/** The keys used last, by their encrypted form. */
function keyCache(size: number) {
  const keys = new Map<string, Buffer>()
  return {
    get(cipher: Buffer): Buffer | undefined {
      const id = cipher.toString('base64')
      const key = keys.get(id)
      if (key) {
        keys.delete(id)
        keys.set(id, key)
      }
      return key
    },
    add(cipher: Buffer, key: Buffer): void {
      if (size <= 0) return
      keys.set(cipher.toString('base64'), key)
      const [oldest] = keys.keys()
      if (keys.size > size && oldest !== undefined) keys.delete(oldest)
    },
  }
}
