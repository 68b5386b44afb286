// The encryption of stored values, as far as several folders know it.

import type { Key } from './store.ts'

/** A value as it was before it was stored. */
export type OpenedValue = {
  readonly value: Buffer
  /** Whether a write would store it in another way now: with another key or provider. */
  readonly isStale: boolean
}

/** Converts values to their stored form and back. Only a plug-in makes a caller wait. */
export type ValueTransformer = {
  /** Returns the stored form of a value under a key. @throws SealFailure, or rejects with it */
  seal(value: Buffer, key: Key): Buffer | Promise<Buffer>
  /** Returns the value in a stored form. @throws Error when nothing can read it, or rejects */
  open(stored: Buffer, key: Key): OpenedValue | Promise<OpenedValue>
  /**
   * Whether values under a key may be kept as they were opened, or each read opens them (ENCR-029).
   */
  isKept(key: Key): boolean
  /** Calls `act` after each change of the providers. */
  onChange(act: () => void): void
}

/** A secret of an encryption provider, by its name in the configuration. */
export type EncryptionKey = { readonly name: string; readonly secret: Buffer }

/** A KMS plug-in, which encrypts the keys of values. */
export type KmsSettings = {
  readonly kind: 'kms'
  readonly version: 'v1' | 'v2'
  /** Part of the stored data. */
  readonly name: string
  /** The path of its unix socket. */
  readonly socket: string
  /** The time limit of a call, in milliseconds. */
  readonly timeoutMs: number
  /** How many keys of version 1 are cached; none if negative. */
  readonly cacheSize: number
}

/** One way to encrypt. The first key encrypts, all keys decrypt. */
export type EncryptionProvider =
  | { readonly kind: 'identity' }
  | {
      readonly kind: 'aescbc' | 'aesgcm' | 'secretbox'
      readonly keys: readonly EncryptionKey[]
    }
  | KmsSettings

/** Types, and the providers of their objects: the first one writes, all of them read. */
export type EncryptionRule = {
  /** `secrets`, `pandas.example.com`, or a wildcard: `*.apps`, `*.` for the core group, `*.*`. */
  readonly resources: readonly string[]
  readonly providers: readonly EncryptionProvider[]
}

/** What is encrypted. The first rule that covers a type decides. */
export type EncryptionSettings = { readonly rules: readonly EncryptionRule[] }
