// The protocol of KMS plug-ins: what servers call and plug-ins serve, over gRPC. Version 1 is
// `v1beta1` on the wire.

import protobuf from 'protobufjs'

const { root } = protobuf.parse(`
syntax = "proto3";

message VersionRequest { string version = 1; }
message VersionResponse { string version = 1; string runtime_name = 2; string runtime_version = 3; }
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
`)

/** Bytes that a plug-in stores with an encrypted key, by names. */
export type KmsAnnotations = { readonly [name: string]: Uint8Array }

/** Encodes and decodes messages of one type. Absent fields have the defaults of their types. */
export type KmsCodec<Message> = {
  readonly encode: (message: Message) => Buffer
  /** @throws Error when the bytes are no such message */
  readonly decode: (bytes: Buffer) => Message
}

/** A method of a plug-in, with the path that gRPC calls it by. */
export type KmsMethodDefinition<Request, Response> = {
  readonly path: string
  readonly request: KmsCodec<Request>
  readonly response: KmsCodec<Response>
}

function method<Request, Response>(
  version: 'v1beta1' | 'v2',
  name: string,
): KmsMethodDefinition<Request, Response> {
  // Both versions have messages with these names.
  const prefix = version === 'v1beta1' && name !== 'Version' ? 'First' : ''
  return {
    path: `/${version}.KeyManagementService/${name}`,
    request: codecOf(`${prefix}${name}Request`),
    response: codecOf(`${prefix}${name}Response`),
  }
}

function codecOf<Message>(name: string): KmsCodec<Message> {
  const type = root.lookupType(name)
  return {
    encode: message => Buffer.from(type.encode(message as protobuf.Message).finish()),
    decode: bytes => type.decode(bytes) as Message,
  }
}

type Version = { readonly version: string; readonly runtimeName?: string }

/** The methods of version 1. */
export const kmsV1 = {
  version: method<{ version: string }, Version>('v1beta1', 'Version'),
  encrypt: method<{ version: string; plain: Uint8Array }, { cipher: Uint8Array }>(
    'v1beta1',
    'Encrypt',
  ),
  decrypt: method<{ version: string; cipher: Uint8Array }, { plain: Uint8Array }>(
    'v1beta1',
    'Decrypt',
  ),
}

/** What a plug-in reports of itself. */
export type KmsStatus = {
  readonly version: string
  readonly healthz: string
  readonly keyId: string
}

/** The methods of version 2. */
export const kmsV2 = {
  status: method<object, KmsStatus>('v2', 'Status'),
  encrypt: method<
    { plaintext: Uint8Array; uid: string },
    { ciphertext: Uint8Array; keyId: string; annotations: KmsAnnotations }
  >('v2', 'Encrypt'),
  decrypt: method<
    { ciphertext: Uint8Array; uid: string; keyId: string; annotations: KmsAnnotations },
    { plaintext: Uint8Array }
  >('v2', 'Decrypt'),
}
