// The envelope of every Protobuf document: four magic bytes, and the message `Unknown` with the
// type of the object and its bytes (ENC-014 to ENC-019).

import { UnreadableDocument } from './codec.ts'
import { declareMessage, encodeMessage } from './protobuf-message-type.ts'
import { bufferType, protobufScalarTypes } from './protobuf-scalar-types.ts'
import { sourceOf } from './protobuf-source.ts'
import type { TypeMeta } from '../api/object.ts'

/** Absent fields are empty. */
export type ProtobufEnvelope = {
  readonly type: TypeMeta
  readonly raw: Buffer
  readonly contentEncoding: string
  readonly contentType: string
}

// The letters k8s and a zero byte, in both dialects.
const magic = Buffer.from([0x6b, 0x38, 0x73, 0x00])

// The tags of the fields, with the wire type of length-delimited bytes.
const [field1, field2, field3, field4] = [0x0a, 0x12, 0x1a, 0x22]

/** Returns the start of the envelope, up to the length of the object's bytes. */
export const envelopeStart = ({ apiVersion, kind }: TypeMeta, rawBytes: number): Buffer =>
  Buffer.concat([
    magic,
    encodeMessage(writer =>
      writer
        .uint32(field1)
        .fork()
        .uint32(field1)
        .string(apiVersion)
        .uint32(field2)
        .string(kind)
        .ldelim()
        .uint32(field2)
        .uint32(rawBytes),
    ),
  ])

/** The end of an envelope: empty encoding and content type stand for the usual ones. */
export const envelopeEnd = Buffer.from([field3, 0, field4, 0])

/** Wraps the bytes of an object in an envelope. */
export const wrapInEnvelope = (item: Buffer, type: TypeMeta): Buffer =>
  Buffer.concat([envelopeStart(type, item.length), item, envelopeEnd])

/**
 * Returns one event of a watch: its length in four bytes, big-endian, and the message `WatchEvent`.
 * The event has no envelope, but its object has one (ENC-025).
 */
export function watchEventFrame(type: string, whole: Buffer): Buffer {
  const event = encodeMessage(writer =>
    writer.uint32(field1).string(type).uint32(field2).fork().uint32(field1).bytes(whole).ldelim(),
  )
  const length = Buffer.alloc(4)
  length.writeUInt32BE(event.length)
  return Buffer.concat([length, event])
}

const { made: typeMeta, define: defineTypeMeta } = declareMessage()
defineTypeMeta([
  { row: [1, 'apiVersion', 'string', 'one', 'shown'], type: protobufScalarTypes.string },
  { row: [2, 'kind', 'string', 'one', 'shown'], type: protobufScalarTypes.string },
])
const { made: unknown, define: defineUnknown } = declareMessage()
defineUnknown([
  { row: [1, 'type', 'TypeMeta', 'one', 'shown'], type: typeMeta },
  { row: [2, 'raw', 'buffer', 'one', 'shown'], type: bufferType },
  { row: [3, 'contentEncoding', 'string', 'one', 'shown'], type: protobufScalarTypes.string },
  { row: [4, 'contentType', 'string', 'one', 'shown'], type: protobufScalarTypes.string },
])

/** Reads the envelope. @throws UnreadableDocument, or errors of the wire format reader */
export function readEnvelope(bytes: Buffer): ProtobufEnvelope {
  const prefix = bytes.subarray(0, magic.length)
  if (!prefix.equals(magic)) {
    const got = prefix.toString('hex') || 'nothing'
    throw new UnreadableDocument(
      `Protobuf: expected the prefix ${magic.toString('hex')}, got ${got}`,
    )
  }
  // The message has these fields, and all of them are shown.
  return unknown.readFields(sourceOf(bytes.subarray(magic.length)), {}) as ProtobufEnvelope
}
