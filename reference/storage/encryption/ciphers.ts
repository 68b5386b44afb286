// The providers that encrypt with keys of their own, in the formats of genuine servers.

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

import { xsalsa20poly1305 } from '@noble/ciphers/salsa.js'

/** Encrypts and decrypts with one key. `path` is where the value is stored. */
export type Cipher = {
  /** Whether bytes that were changed, or made with another key, are always refused. */
  readonly authenticates: boolean
  /** Whether bytes of another place are refused. */
  readonly bindsPath: boolean
  encrypt(value: Buffer, path: string): Buffer
  /** @throws Error when the bytes were not made with this key, or not for this path if it counts */
  decrypt(bytes: Buffer, path: string): Buffer
}

const nonceBytes = 12
const tagBytes = 16
const blockBytes = 16
const boxNonceBytes = 24

/** A nonce, the encrypted bytes and a tag, which also covers the path. */
export function aesGcm(secret: Buffer): Cipher {
  const algorithm = `aes-${secret.length * 8}-gcm` as 'aes-256-gcm'
  return {
    authenticates: true,
    bindsPath: true,
    encrypt(value, path) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, secret, nonce).setAAD(Buffer.from(path))
      return Buffer.concat([nonce, cipher.update(value), cipher.final(), cipher.getAuthTag()])
    },
    decrypt(bytes, path) {
      requireLength(bytes, nonceBytes + tagBytes)
      const end = bytes.length - tagBytes
      const options = { authTagLength: tagBytes }
      const nonce = bytes.subarray(0, nonceBytes)
      const decipher = createDecipheriv(algorithm, secret, nonce, options)
        .setAAD(Buffer.from(path))
        .setAuthTag(bytes.subarray(end))
      return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, end)), decipher.final()])
    },
  }
}

/**
 * An initialization vector and the encrypted bytes with PKCS #7 padding. Nothing authenticates
 * them: a caller must check that the plain text is one.
 */
export function aesCbc(secret: Buffer): Cipher {
  const algorithm = `aes-${secret.length * 8}-cbc`
  return {
    authenticates: false,
    bindsPath: false,
    encrypt(value) {
      const start = randomBytes(blockBytes)
      const cipher = createCipheriv(algorithm, secret, start)
      return Buffer.concat([start, cipher.update(value), cipher.final()])
    },
    decrypt(bytes) {
      requireLength(bytes, 2 * blockBytes)
      const decipher = createDecipheriv(algorithm, secret, bytes.subarray(0, blockBytes))
      return Buffer.concat([decipher.update(bytes.subarray(blockBytes)), decipher.final()])
    },
  }
}

/** A nonce and a box of NaCl: XSalsa20 and Poly1305. */
export function secretBox(secret: Buffer): Cipher {
  return {
    authenticates: true,
    bindsPath: false,
    encrypt(value) {
      const nonce = randomBytes(boxNonceBytes)
      return Buffer.concat([nonce, xsalsa20poly1305(secret, nonce).encrypt(value)])
    },
    decrypt(bytes) {
      requireLength(bytes, boxNonceBytes + tagBytes)
      const nonce = bytes.subarray(0, boxNonceBytes)
      const opened = xsalsa20poly1305(secret, nonce).decrypt(bytes.subarray(boxNonceBytes))
      return Buffer.from(opened.buffer, opened.byteOffset, opened.length)
    },
  }
}

function requireLength({ length }: Buffer, atLeast: number): void {
  if (length < atLeast)
    throw new Error(`expected at least ${atLeast} bytes of encrypted data, got ${length}`)
}
