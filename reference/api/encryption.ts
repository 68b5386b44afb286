// The encryption of stored values, as far as several folders know it.

import type { Key } from './store.ts'

/** A value as it was before it was stored. */
export type OpenedValue = {
  readonly value: Buffer
  /** Whether a write would store it in another way now: with another key or provider. */
  readonly isStale: boolean
}

/** Converts values to their stored form and back. */
export type ValueTransformer = {
  /** Returns the stored form of a value under a key. @throws Error when a provider fails */
  seal(value: Buffer, key: Key): Buffer
  /** Returns the value in a stored form. @throws Error when nothing can read it */
  open(stored: Buffer, key: Key): OpenedValue
}

/** A secret of an encryption provider, by its name in the configuration. */
export type EncryptionKey = { readonly name: string; readonly secret: Buffer }

/** One way to encrypt. The first key encrypts, all keys decrypt. */
export type EncryptionProvider =
  | { readonly kind: 'identity' }
  | {
      readonly kind: 'aescbc' | 'aesgcm' | 'secretbox'
      readonly keys: readonly EncryptionKey[]
    }

/** Types, and the providers of their objects: the first one writes, all of them read. */
export type EncryptionRule = {
  /** `secrets`, `pandas.example.com`, or a wildcard: `*.apps`, `*.` for the core group, `*.*`. */
  readonly resources: readonly string[]
  readonly providers: readonly EncryptionProvider[]
}

/** What is encrypted. The first rule that covers a type decides. */
export type EncryptionSettings = { readonly rules: readonly EncryptionRule[] }
