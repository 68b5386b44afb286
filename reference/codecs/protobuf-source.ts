// Bytes in the wire format that are being read, within limits: what they declare costs nothing
// before it has come, and what has come cannot become a hundred times as large.

import protobuf, { type Reader } from 'protobufjs/minimal.js'
import { UnreadableDocument } from './codec.ts'

export type ProtobufSource = {
  /** It ends where the innermost message does. */
  readonly reader: Reader
  /** In messages within messages. */
  depth: number
  /** How many more messages and map entries the document may have. */
  left: number
}

// The deepest documents that people write are schemas of types; theirs is far below.
export const protobufDepthMax = 100

/**
 * An empty message takes two bytes and becomes an object with all that JSON shows of it. A document
 * that is valid has far fewer than these.
 */
export const protobufMessagesMax = 200_000

/** At the start of these bytes. */
export const sourceOf = (bytes: Buffer): ProtobufSource => ({
  reader: protobuf.Reader.create(bytes),
  depth: 0,
  left: protobufMessagesMax,
})

/** The refusal of what is at the reader. */
export const unreadableAt = ({ reader }: ProtobufSource, fault: string): UnreadableDocument =>
  new UnreadableDocument(`Protobuf, offset ${reader.pos}: ${fault}`)

/** The tag of the next field, number and wire type as one; 0 at the end. */
export function nextTag(source: ProtobufSource): number {
  const { reader } = source
  if (reader.pos >= reader.len) return 0
  const tag = reader.tag()
  if (tag < 8) throw unreadableAt(source, 'a field with the number 0')
  return tag
}

/**
 * Goes to what stands behind a length. Until `leave` is called with what this gives, the bytes end
 * where that does.
 */
export function enterMessage(source: ProtobufSource): number {
  const { reader } = source
  const size = reader.size()
  const outer = reader.len
  const end = reader.pos + size
  if (end > outer) throw unreadableAt(source, `expected ${size} bytes, got ${outer - reader.pos}`)
  if (source.depth === protobufDepthMax)
    throw unreadableAt(source, `nested deeper than ${protobufDepthMax}`)
  if (source.left === 0) throw unreadableAt(source, `more than ${protobufMessagesMax} messages`)
  source.left -= 1
  source.depth += 1
  reader.len = end
  return outer
}

export function leaveMessage(source: ProtobufSource, outer: number): void {
  source.reader.len = outer
  source.depth -= 1
}

export function expectWire(source: ProtobufSource, got: number, expected: number): void {
  if (got !== expected) throw unreadableAt(source, `expected wire type ${expected}, got ${got}`)
}

/** Groups, which wire types 3 and 4 begin and end, are in none of the messages and were withdrawn. */
export function skipField(source: ProtobufSource, wire: number): void {
  const { reader } = source
  if (wire === 0) reader.uint64()
  else if (wire === 1) reader.skip(8)
  else if (wire === 2) reader.skip(reader.size())
  else if (wire === 5) reader.skip(4)
  else throw unreadableAt(source, `a field of wire type ${wire}`)
}
