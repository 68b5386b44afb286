// Reads the wire format within limits: a declared size costs nothing before the bytes have arrived,
// and the values are at most a hundred times as large as the bytes.

import type { Reader } from 'protobufjs/minimal.js'
import { protobuf } from '../lib/deferred-libraries.ts'
import { UnreadableDocument } from './codec.ts'

/** The position of the Protobuf reader in a document, and its limits. */
export type ProtobufSource = {
  /** It ends at the end of the innermost message. */
  readonly reader: Reader
  /** The number of enclosing messages. */
  depth: number
  /** How many more messages and map entries the document may have. */
  left: number
}

// The deepest documents in practice are schemas of types, which are far below this.
export const protobufDepthMax = 100

/**
 * An empty message takes two bytes and becomes an object with all of its zero values. Valid
 * documents have far fewer messages than this.
 */
export const protobufMessagesMax = 200_000

/** Returns a source at the start of these bytes. */
export const sourceOf = (bytes: Buffer): ProtobufSource => ({
  reader: protobuf().Reader.create(bytes),
  depth: 0,
  left: protobufMessagesMax,
})

/** Returns an error for the current position. */
export const unreadableAt = ({ reader }: ProtobufSource, fault: string): UnreadableDocument =>
  new UnreadableDocument(`Protobuf, offset ${reader.pos}: ${fault}`)

/** Reads the tag of the next field, with its number and wire type. Returns 0 at the end. */
export function nextTag(source: ProtobufSource): number {
  const { reader } = source
  if (reader.pos >= reader.len) return 0
  const tag = reader.tag()
  if (tag < 8) throw unreadableAt(source, 'a field with the number 0')
  return tag
}

/**
 * Enters a length-delimited message. The bytes end where it ends, until `leaveMessage` is called
 * with the returned value.
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

/** Skips a field. Groups (wire types 3 and 4) are deprecated and occur in no message. */
export function skipField(source: ProtobufSource, wire: number): void {
  const { reader } = source
  if (wire === 0) reader.uint64()
  else if (wire === 1) reader.skip(8)
  else if (wire === 2) reader.skip(reader.size())
  else if (wire === 5) reader.skip(4)
  else throw unreadableAt(source, `a field of wire type ${wire}`)
}
