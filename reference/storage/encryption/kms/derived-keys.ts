// Keys that are derived from a seed, one for each value, in the form of genuine servers: 32 random
// bytes precede the value, and HKDF (RFC 5869) expands the seed with them to the key of AES-GCM.

import { createHmac, randomBytes } from 'node:crypto'
import { aesGcm, type Cipher } from '../ciphers.ts'

/** The bytes of a seed, of what it is expanded with, and of a derived key. */
export const seedBytes = 32

/** @throws Error when the seed is too short */
export function derivedKeys(seed: Buffer): Cipher {
  if (seed.length < seedBytes)
    throw new Error(`expected a seed of at least ${seedBytes} bytes, got ${seed.length} bytes`)
  return {
    authenticates: true,
    bindsPath: true,
    encrypt(value, path) {
      const info = randomBytes(seedBytes)
      return Buffer.concat([info, aesGcm(keyOf(seed, info)).encrypt(value, path)])
    },
    decrypt(bytes, path) {
      const info = bytes.subarray(0, seedBytes)
      return aesGcm(keyOf(seed, info)).decrypt(bytes.subarray(seedBytes), path)
    },
  }
}

// The first block of the expansion has the length of a key.
const keyOf = (seed: Buffer, info: Buffer): Buffer =>
  createHmac('sha256', seed).update(info).update(Buffer.of(1)).digest()
