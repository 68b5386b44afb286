// The form in which values of KMS plug-ins of version 2 are stored.

import protobuf from 'protobufjs'
import type { KmsAnnotations } from '../../../../protocols/kms.ts'

const { root } = protobuf.parse(`
syntax = "proto3";

message StoredValue {
  bytes data = 1; string key_id = 2; bytes seed = 3; map<string, bytes> annotations = 4;
  int32 source = 5;
}
`)

/**
 * How the key of a value is derived: the decrypted seed is the key, or keys are derived from it.
 */
export const keySources = { key: 0, seed: 1 } as const

/** A value as version 2 stores it. */
export type StoredValue = {
  readonly data: Uint8Array
  readonly keyId: string
  /** The encrypted seed. */
  readonly seed: Uint8Array
  readonly annotations: KmsAnnotations
  readonly source: number
}

const storedValue = root.lookupType('StoredValue')

export const writeStoredValue = (value: StoredValue): Buffer =>
  Buffer.from(storedValue.encode(value).finish())

/** @throws Error when the bytes are no such value */
export const readStoredValue = (bytes: Buffer): StoredValue =>
  storedValue.decode(bytes) as unknown as StoredValue
