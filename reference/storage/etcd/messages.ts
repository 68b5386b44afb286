// The part of etcd's wire format that the engine uses. Fields that it never reads or writes are
// omitted: a decoder skips unknown fields.

import protobuf from 'protobufjs'

const proto = `
syntax = "proto3";

message KeyValue {
  bytes key = 1; int64 create_revision = 2; int64 mod_revision = 3; int64 version = 4;
  bytes value = 5;
}
message ResponseHeader { uint64 cluster_id = 1; int64 revision = 3; }

message RangeRequest {
  bytes key = 1; bytes range_end = 2; int64 limit = 3; int64 revision = 4; bool count_only = 9;
}
message RangeResponse { ResponseHeader header = 1; repeated KeyValue kvs = 2; int64 count = 4; }
message PutRequest { bytes key = 1; bytes value = 2; }
message DeleteRangeRequest { bytes key = 1; bool prev_kv = 3; }
message DeleteRangeResponse { repeated KeyValue prev_kvs = 3; }

message Compare { int32 result = 1; int32 target = 2; bytes key = 3; int64 mod_revision = 6; }
message RequestOp {
  oneof request {
    RangeRequest request_range = 1;
    PutRequest request_put = 2;
    DeleteRangeRequest request_delete_range = 3;
  }
}
message ResponseOp {
  oneof response {
    RangeResponse response_range = 1;
    DeleteRangeResponse response_delete_range = 3;
  }
}
message TxnRequest {
  repeated Compare compare = 1; repeated RequestOp success = 2; repeated RequestOp failure = 3;
}
message TxnResponse {
  ResponseHeader header = 1; bool succeeded = 2; repeated ResponseOp responses = 3;
}

message CompactionRequest { int64 revision = 1; }
message CompactionResponse { ResponseHeader header = 1; }
message StatusRequest {}
message StatusResponse {
  ResponseHeader header = 1; string version = 2; repeated string errors = 8;
}

message WatchCreateRequest {
  bytes key = 1; bytes range_end = 2; int64 start_revision = 3; bool prev_kv = 6;
  int64 watch_id = 7; bool fragment = 8;
}
message WatchCancelRequest { int64 watch_id = 1; }
message WatchProgressRequest {}
message WatchRequest {
  oneof request {
    WatchCreateRequest create_request = 1;
    WatchCancelRequest cancel_request = 2;
    WatchProgressRequest progress_request = 3;
  }
}
message Event { int32 type = 1; KeyValue kv = 2; KeyValue prev_kv = 3; }
message WatchResponse {
  ResponseHeader header = 1; int64 watch_id = 2; bool created = 3; bool canceled = 4;
  int64 compact_revision = 5; string cancel_reason = 6; bool fragment = 7;
  repeated Event events = 11;
}
`

/** A 64-bit number as decoded; `String()` gives its decimal digits. */
type Int64 = { toString(): string }

export type Header = { clusterId: Int64; revision: Int64 }

export type KeyValue = {
  key: Uint8Array
  createRevision: Int64
  modRevision: Int64
  version: Int64
  value: Uint8Array
}

export type KeyRange = { key: Buffer; rangeEnd: Buffer }

export type RangeRequest = {
  key: Buffer
  rangeEnd?: Buffer
  limit?: number
  revision?: string
  countOnly?: boolean
}
export type RangeResponse = { header: Header; kvs: KeyValue[]; count: Int64 }

/** A comparison for equality of the revision of a key; 0 is the revision of an absent key. */
type Compare = { result: 0; target: 2; key: Buffer; modRevision: string }

type RequestOp =
  | { requestRange: RangeRequest }
  | { requestPut: { key: Buffer; value: Buffer } }
  | { requestDeleteRange: { key: Buffer; prevKv: true } }

type ResponseOp = {
  responseRange?: { kvs: KeyValue[] } | null
  responseDeleteRange?: { prevKvs: KeyValue[] } | null
}

export type TxnRequest = { compare: Compare[]; success: RequestOp[]; failure: RequestOp[] }
export type TxnResponse = { header: Header; succeeded: boolean; responses: ResponseOp[] }

export type WatchRequest =
  | {
      createRequest: KeyRange & {
        startRevision: string
        prevKv: true
        watchId: string
        fragment: true
      }
    }
  | { cancelRequest: { watchId: string } }
  | { progressRequest: Record<string, never> }

/** Type 0 is a put, 1 a removal. */
export type EtcdWatchEvent = { type: number; kv: KeyValue; prevKv?: KeyValue | null }

export type WatchResponse = {
  header: Header
  watchId: Int64
  created: boolean
  canceled: boolean
  compactRevision: Int64
  cancelReason: string
  fragment: boolean
  events: EtcdWatchEvent[]
}

/** A method of etcd: its path, and the encoding of its messages. */
export type EtcdMethod<Request, Response> = {
  path: string
  encode(request: Request): Buffer
  decode(bytes: Buffer): Response
}

const { root } = protobuf.parse(proto)

function method<Request extends object, Response>(
  path: string,
  requestType: string,
  responseType: string,
): EtcdMethod<Request, Response> {
  const requests = root.lookupType(requestType)
  const responses = root.lookupType(responseType)
  return {
    path: `/etcdserverpb.${path}`,
    encode: request => viewOf(requests.encode(request).finish()),
    // The TypeScript types above match the message types in `proto`.
    decode: bytes => responses.decode(bytes) as unknown as Response,
  }
}

const viewOf = ({ buffer, byteOffset, length }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, length)

export const etcdMethods = {
  range: method<RangeRequest, RangeResponse>('KV/Range', 'RangeRequest', 'RangeResponse'),
  txn: method<TxnRequest, TxnResponse>('KV/Txn', 'TxnRequest', 'TxnResponse'),
  compact: method<{ revision: string }, { header: Header }>(
    'KV/Compact',
    'CompactionRequest',
    'CompactionResponse',
  ),
  status: method<Record<string, never>, { header: Header; version: string; errors: string[] }>(
    'Maintenance/Status',
    'StatusRequest',
    'StatusResponse',
  ),
  watch: method<WatchRequest, WatchResponse>('Watch/Watch', 'WatchRequest', 'WatchResponse'),
}
