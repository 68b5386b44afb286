// Reads the events of a watch: lines of JSON, or Protobuf messages that are preceded by their
// length.

import type { IncomingMessage } from 'node:http'
import type { Dialect } from '../api/dialect.ts'
import { isJsonObject, type JsonObject } from '../api/object.ts'
import { jsonCodec } from '../codecs/json-codec.ts'
import { protobufCodec } from '../codecs/protobuf-codec.ts'
import { protobuf } from '../lib/deferred-libraries.ts'

export type WatchChange = { readonly type: string; readonly object: JsonObject }

const frameBytesMax = 16 * 2 ** 20

export async function* watchFrames(
  response: IncomingMessage,
  { protobufType, apiDomain }: Dialect,
): AsyncIterable<WatchChange> {
  const isProtobuf = String(response.headers['content-type']).startsWith(protobufType)
  const codec = protobufCodec({ mediaType: protobufType, apiDomain })
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of response as AsyncIterable<Buffer>) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (;;) {
      const end = isProtobuf ? messageEnd(rest) : rest.indexOf(0x0a) + 1
      if (end === 0 || end > rest.length) break
      const frame = rest.subarray(0, end)
      rest = rest.subarray(end)
      if (isProtobuf) {
        const { type, object } = messageOf(frame.subarray(4))
        yield { type, object: objectOf(codec.read(object).value) }
      } else if (frame.length > 1) {
        const { type, object } = objectOf(jsonCodec.read(frame).value)
        yield { type: String(type), object: objectOf(object) }
      }
    }
    if (rest.length > frameBytesMax)
      throw new Error(`expected events of at most ${frameBytesMax} bytes`)
  }
}

/** Returns where the first message ends; 0 if its length is not known yet. */
const messageEnd = (bytes: Buffer): number => (bytes.length < 4 ? 0 : 4 + bytes.readUInt32BE())

/** The message `WatchEvent`: its type, and the object in an envelope in a message of its own. */
function messageOf(bytes: Buffer): { type: string; object: Buffer } {
  const reader = protobuf().Reader.create(bytes)
  const found = { type: '', object: Buffer.alloc(0) as Buffer }
  while (reader.pos < reader.len) {
    const tag = reader.uint32()
    if (tag >>> 3 === 1) found.type = reader.string()
    else if (tag >>> 3 === 2) found.object = rawOf(Buffer.from(reader.bytes()))
    else reader.skipType(tag & 7)
  }
  return found
}

function rawOf(bytes: Buffer): Buffer {
  const reader = protobuf().Reader.create(bytes)
  let raw: Buffer = Buffer.alloc(0)
  while (reader.pos < reader.len) {
    const tag = reader.uint32()
    if (tag >>> 3 === 1) raw = Buffer.from(reader.bytes())
    else reader.skipType(tag & 7)
  }
  return raw
}

function objectOf(value: unknown): JsonObject {
  if (isJsonObject(value)) return value
  throw new Error('expected an object in the event of a watch')
}
