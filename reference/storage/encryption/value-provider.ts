// One way to store values, with its prefix.

import type { OpenedValue } from '../../api/encryption.ts'
import type { Cipher } from './ciphers.ts'

/**
 * Stores values in one way. Its stored values begin with its prefix, which it neither sees nor
 * adds.
 */
export type ValueProvider = {
  readonly prefix: Buffer
  /** Set if each read has to decrypt its values again (ENCR-029). */
  readonly isNotKept?: boolean
  /** @throws Error when it cannot, or rejects */
  seal(value: Buffer, path: string): Buffer | Promise<Buffer>
  /** @throws Error when it cannot, or rejects */
  open(bytes: Buffer, path: string): OpenedValue | Promise<OpenedValue>
}

/** Returns the provider of a key that is at hand. */
export const keyProvider = (prefix: string, cipher: Cipher): ValueProvider => ({
  prefix: Buffer.from(prefix),
  seal: (value, path) => cipher.encrypt(value, path),
  open: (bytes, path) => ({ value: decryptChecked(bytes, path, cipher), isStale: false }),
})

/** Decrypts, and checks what a cipher does not. @throws Error */
export function decryptChecked(bytes: Buffer, path: string, cipher: Cipher): Buffer {
  const value = cipher.decrypt(bytes, path)
  if (!cipher.authenticates && !isObject(value))
    throw new Error('the decrypted bytes are no object')
  if (!cipher.bindsPath && isObject(value) && !holdsName(value, path))
    throw new Error('the decrypted bytes are those of another object')
  return value
}

// What every object begins with, as it is stored here, and by genuine servers in Protobuf and in
// JSON: a wrong key, or another first block, yields something else.
const objectStarts = ['{"metadata":{', 'k8s\0', '{"kind":"', '{"apiVersion":"'].map(start =>
  Buffer.from(start),
)

/**
 * Whether the name at the end of a path is in an object. It finds most values that were put in the
 * place of others, which no provider without authenticated paths does.
 */
function holdsName(value: Buffer, path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  // Other names may be written with escapes.
  if (!/^[\w.:-]+$/.test(name)) return true
  return value.includes(value[0] === brace ? `"name":"${name}"` : name)
}

const brace = '{'.charCodeAt(0)

const isObject = (value: Buffer): boolean =>
  objectStarts.some(start => value.subarray(0, start.length).equals(start))
