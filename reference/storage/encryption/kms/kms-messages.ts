// The messages of KMS plug-ins, and the form in which values of version 2 are stored.

import protobuf from 'protobufjs'

const { root } = protobuf.parse(`
syntax = "proto3";

message VersionRequest { string version = 1; }
message VersionResponse { string version = 1; }
message FirstDecryptRequest { string version = 1; bytes cipher = 2; }
message FirstDecryptResponse { bytes plain = 1; }
message FirstEncryptRequest { string version = 1; bytes plain = 2; }
message FirstEncryptResponse { bytes cipher = 1; }

message StatusRequest {}
message StatusResponse { string version = 1; string healthz = 2; string key_id = 3; }
message DecryptRequest {
  bytes ciphertext = 1; string uid = 2; string key_id = 3; map<string, bytes> annotations = 4;
}
message DecryptResponse { bytes plaintext = 1; }
message EncryptRequest { bytes plaintext = 1; string uid = 2; }
message EncryptResponse {
  bytes ciphertext = 1; string key_id = 2; map<string, bytes> annotations = 3;
}

message StoredValue {
  bytes data = 1; string key_id = 2; bytes seed = 3; map<string, bytes> annotations = 4;
  int32 source = 5;
}
`)

/** Bytes that a plug-in keeps beside an encrypted key, by names. */
export type Annotations = { readonly [name: string]: Uint8Array }

/** A method of a plug-in. */
export type KmsMethod<Request, Response> = {
  readonly path: string
  readonly write: (request: Request) => Buffer
  /** Absent fields have the defaults of their types. @throws Error when these are no such bytes */
  readonly read: (bytes: Buffer) => Response
}

function method<Request extends object, Response>(
  version: 'v1beta1' | 'v2',
  name: string,
): KmsMethod<Request, Response> {
  const prefix = version === 'v1beta1' && name !== 'Version' ? 'First' : ''
  const request = root.lookupType(`${prefix}${name}Request`)
  const response = root.lookupType(`${prefix}${name}Response`)
  return {
    path: `/${version}.KeyManagementService/${name}`,
    write: message => Buffer.from(request.encode(message).finish()),
    read: bytes => response.decode(bytes) as Response,
  }
}

/** The methods of version 1, which is `v1beta1` on the wire. */
export const firstMethods = {
  version: method<{ version: string }, { version: string }>('v1beta1', 'Version'),
  encrypt: method<{ version: string; plain: Buffer }, { cipher: Uint8Array }>('v1beta1', 'Encrypt'),
  decrypt: method<{ version: string; cipher: Buffer }, { plain: Uint8Array }>('v1beta1', 'Decrypt'),
}

export type KmsStatus = {
  readonly version: string
  readonly healthz: string
  readonly keyId: string
}

/** The methods of version 2. */
export const secondMethods = {
  status: method<Record<string, never>, KmsStatus>('v2', 'Status'),
  encrypt: method<
    { plaintext: Buffer; uid: string },
    { ciphertext: Uint8Array; keyId: string; annotations: Annotations }
  >('v2', 'Encrypt'),
  decrypt: method<
    { ciphertext: Uint8Array; uid: string; keyId: string; annotations: Annotations },
    { plaintext: Uint8Array }
  >('v2', 'Decrypt'),
}

/** How the key of a value is derived: the decrypted seed is the key, or keys are derived from it. */
export const keySources = { key: 0, seed: 1 } as const

/** A value as version 2 stores it. */
export type StoredValue = {
  readonly data: Uint8Array
  readonly keyId: string
  /** The encrypted seed. */
  readonly seed: Uint8Array
  readonly annotations: Annotations
  readonly source: number
}

const storedValue = root.lookupType('StoredValue')

export const writeStoredValue = (value: StoredValue): Buffer =>
  Buffer.from(storedValue.encode(value).finish())

/** @throws Error when the bytes are no such value */
export const readStoredValue = (bytes: Buffer): StoredValue =>
  storedValue.decode(bytes) as unknown as StoredValue
