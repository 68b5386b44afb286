// KMS plug-ins of version 2: the plug-in encrypts a seed, from which the keys of values are derived
// until the plug-in names another key.

import { randomBytes, randomUUID } from 'node:crypto'
import { kmsV2 } from '../../../../protocols/kms.ts'
import type { KmsSettings, OpenedValue } from '../../../api/encryption.ts'
import { aesGcm, type Cipher } from '../ciphers.ts'
import { derivedKeys, seedBytes } from './derived-keys.ts'
import { cachedCheck } from './cached-check.ts'
import type { KmsContext, KmsProvider } from './kms-provider.ts'
import { keySources, readStoredValue, type StoredValue, writeStoredValue } from './stored-value.ts'

/** An encrypted seed with what its plug-in needs to decrypt it. */
type EncryptedSeed = Pick<StoredValue, 'keyId' | 'seed' | 'annotations' | 'source'>

/** What writes use, until it expires. */
type WriteSeed = { encrypted: EncryptedSeed; cipher: Cipher; validUntil: number }

const versions = ['v2', 'v2beta1']
const keptFor = { successMs: 20_000, failureMs: 3_000 }
// As genuine servers: a plug-in that names another key is noticed within a minute, and one that is
// away for three stops the writes, because its key may no longer be the right one.
const pollMs = { healthy: 60_000, failing: 10_000 }
const validMs = 3 * 60_000
const keyIdBytesMax = 1024
const seedCipherBytesMax = 1024
const annotationBytesMax = 32 * 1024
// One for each key and start of a server. More are decrypted again.
const seedsMax = 10_000

export function kmsProviderV2(
  { name }: KmsSettings,
  { client, clock, onKey }: KmsContext,
): KmsProvider {
  const ciphers = new Map<string, Cipher>()
  const decrypting = new Map<string, Promise<Buffer>>()
  let present: WriteSeed | undefined
  let cancel = () => {}
  let isClosed = false

  function remember(id: string, cipher: Cipher): void {
    ciphers.set(id, cipher)
    const [oldest] = ciphers.keys()
    if (ciphers.size > seedsMax && oldest !== undefined) ciphers.delete(oldest)
  }

  /** Prolongs the present seed, or makes another one if the plug-in has another key. */
  async function renew(keyId: string): Promise<void> {
    const validUntil = clock.steady() + validMs
    if (present?.encrypted.keyId === keyId) {
      present = { ...present, validUntil }
      return
    }
    const seed = randomBytes(seedBytes)
    const request = { plaintext: seed, uid: randomUUID() }
    const answer = await client.call(kmsV2.encrypt, request)
    const { ciphertext, annotations } = answer
    const encrypted = {
      keyId: answer.keyId,
      seed: Buffer.from(ciphertext),
      annotations,
      source: keySources.seed,
    }
    requireValid(encrypted)
    if (encrypted.keyId !== keyId)
      throw new Error('the plug-in encrypts with another key than its status names')
    const cipher = derivedKeys(seed)
    remember(idOf(encrypted), cipher)
    present = { encrypted, cipher, validUntil }
    onKey()
  }

  const check = cachedCheck(
    async () => {
      const { version, healthz, keyId } = await client.call(kmsV2.status, {})
      if (!versions.includes(version))
        throw new Error(`expected a plug-in of version v2, got ${JSON.stringify(version)}`)
      requireKeyId(keyId)
      await renew(keyId)
      if (healthz !== 'ok') throw new Error(`its state is ${JSON.stringify(healthz)}`)
    },
    keptFor,
    clock,
  )

  async function poll(): Promise<void> {
    const isHealthy = await check().then(
      () => true,
      () => false,
    )
    if (!isClosed)
      cancel = clock.after(isHealthy ? pollMs.healthy : pollMs.failing, () => void poll())
  }

  function sealWith(value: Buffer, path: string): Buffer {
    if (!present) throw new Error('the plug-in has not named its key')
    if (clock.steady() > present.validUntil)
      throw new Error(`the plug-in has not named its key for ${validMs / 60_000} minutes`)
    const data = present.cipher.encrypt(value, path)
    return writeStoredValue({ ...present.encrypted, data })
  }

  /** Reads of values with one seed share the call that decrypts it. */
  function decryptSeed(id: string, { keyId, seed, annotations }: EncryptedSeed): Promise<Buffer> {
    const pending = decrypting.get(id)
    if (pending) return pending
    const request = { ciphertext: seed, uid: randomUUID(), keyId, annotations }
    const call = client
      .call(kmsV2.decrypt, request)
      .then(({ plaintext }) => Buffer.from(plaintext))
      .finally(() => decrypting.delete(id))
    decrypting.set(id, call)
    return call
  }

  /** Whether a write would use another key. Nobody knows before the plug-in has named its key. */
  const isStale = ({ keyId, source }: StoredValue): boolean =>
    present !== undefined &&
    (present.encrypted.keyId !== keyId || present.encrypted.source !== source)

  const openWith = (cipher: Cipher, stored: StoredValue, path: string): OpenedValue => ({
    value: cipher.decrypt(Buffer.from(stored.data), path),
    isStale: isStale(stored),
  })

  async function openByPlugin(id: string, stored: StoredValue, path: string): Promise<OpenedValue> {
    const seed = await decryptSeed(id, stored)
    const cipher = stored.source === keySources.key ? aesGcm(seed) : derivedKeys(seed)
    const opened = openWith(cipher, stored, path)
    // Only a seed that fits is kept.
    remember(id, cipher)
    return opened
  }

  return {
    name,
    version: 'v2',
    prefix: Buffer.from(`k8s:enc:kms:v2:${name}:`),
    // A plug-in that was away at the start may be there now.
    seal: (value, path) =>
      present ? sealWith(value, path) : check().then(() => sealWith(value, path)),
    open(bytes, path) {
      const stored = readStoredValue(bytes)
      requireValid(stored)
      const id = idOf(stored)
      const cipher = ciphers.get(id)
      return cipher ? openWith(cipher, stored, path) : openByPlugin(id, stored, path)
    },
    check,
    start: () => void poll(),
    close: () => {
      isClosed = true
      cancel()
      client.close()
    },
  }
}

/** @throws Error when an encrypted seed breaks a limit of the protocol */
function requireValid({ keyId, seed, annotations, source }: EncryptedSeed): void {
  if (!Object.values<number>(keySources).includes(source))
    throw new Error(`expected a key source of 0 or 1, got ${source}`)
  requireKeyId(keyId)
  if (seed.length === 0 || seed.length > seedCipherBytesMax)
    throw new Error(
      `expected an encrypted seed of 1 to ${seedCipherBytesMax} bytes, got ${seed.length}`,
    )
  const bytes = Object.entries(annotations)
    .map(([key, value]) => Buffer.byteLength(key) + value.length)
    .reduce((sum, own) => sum + own, 0)
  if (bytes > annotationBytesMax)
    throw new Error(`expected at most ${annotationBytesMax} bytes of annotations, got ${bytes}`)
  const wrong = Object.keys(annotations).find(key => !domainName.test(key))
  if (wrong !== undefined)
    throw new Error(
      `expected fully qualified domain names of annotations, got ${JSON.stringify(wrong)}`,
    )
}

const domainName = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+\.?$/

function requireKeyId(keyId: string): void {
  const bytes = Buffer.byteLength(keyId)
  if (bytes === 0 || bytes > keyIdBytesMax)
    throw new Error(`expected a key ID of 1 to ${keyIdBytesMax} bytes, got ${bytes}`)
}

/** Identifies an encrypted seed. */
const idOf = ({ keyId, seed, annotations, source }: EncryptedSeed): string =>
  JSON.stringify([
    source,
    keyId,
    Buffer.from(seed).toString('base64'),
    Object.entries(annotations)
      .map(([key, value]) => [key, Buffer.from(value).toString('base64')])
      .sort(([one = ''], [other = '']) => (one < other ? -1 : 1)),
  ])
