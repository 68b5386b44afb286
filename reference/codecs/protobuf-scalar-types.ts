// The sorts of values in messages that have no fields, and what all sorts have in common.

import { isUtf8 } from 'node:buffer'
import Long from 'long'
import type { Reader, Writer } from 'protobufjs/minimal.js'
import type { JsonObject } from '../api/object.ts'
import { readJson } from './read-json.ts'
import { type ProtobufSource, unreadableAt } from './protobuf-source.ts'
import { writeJson } from '../lib/write-json.ts'

/** Where a value stands in the wire format: a varint, eight bytes, or bytes behind their length. */
export type WireType = 0 | 1 | 2

/** One sort of value, between its JSON form and what stands behind its tag. */
export type ProtobufType = {
  readonly wire: WireType
  /** What JSON shows for one that is not there. */
  readonly zero: () => unknown
  readonly isZero: (value: unknown) => boolean
  /** Absence, be it undefined or null, is written as zero. */
  readonly write: (value: unknown, writer: Writer) => void
  /**
   * The value at the reader. A message that occurs again is read into what its field had before.
   * @throws UnreadableDocument, or what the reader throws
   */
  readonly read: (source: ProtobufSource, before?: unknown) => unknown
  /** Puts into an object what JSON shows of a message that has not occurred. */
  readonly fill?: (object: JsonObject) => void
}

const text: ProtobufType = {
  wire: 2,
  zero: () => '',
  isZero: value => value === '',
  write: (value, writer) => writer.string(wellFormed(given(value, '', 'string'))),
  read: readText,
}

const bool: ProtobufType = {
  wire: 0,
  zero: () => false,
  isZero: value => value === false,
  write: (value, writer) => writer.bool(given(value, false, 'boolean')),
  read: ({ reader }) => reader.bool(),
}

const int32: ProtobufType = {
  wire: 0,
  zero: () => 0,
  isZero: value => value === 0,
  write: (value, writer) => writer.int32(given(value, 0, 'number')),
  read: ({ reader }) => reader.int32(),
}

/** A number, or a bigint beyond 2^53, as the JSON reader gives them. */
const int64: ProtobufType = {
  wire: 0,
  zero: () => 0,
  isZero: value => value === 0,
  write: (value, writer) => {
    if (typeof value === 'bigint') return writer.int64(Long.fromBigInt(value))
    const number = given(value, 0, 'number')
    // Most are small, and stand the same in both.
    return number >= 0 && number < 2 ** 32 ? writer.uint32(number) : writer.int64(number)
  },
  read: ({ reader }) => {
    const { low, high, unsigned } = reader.int64()
    const value = high * 2 ** 32 + (low >>> 0)
    return Number.isSafeInteger(value) ? value : Long.fromBits(low, high, unsigned).toBigInt()
  },
}

const double: ProtobufType = {
  wire: 1,
  zero: () => 0,
  isZero: value => value === 0,
  write: (value, writer) =>
    writer.double(typeof value === 'bigint' ? Number(value) : given(value, 0, 'number')),
  read: source => {
    const value = source.reader.double()
    if (!Number.isFinite(value)) throw unreadableAt(source, 'a number that JSON does not have')
    return value
  },
}

/** Base64 in JSON. */
const bytes: ProtobufType = {
  wire: 2,
  zero: () => '',
  isZero: value => value === '',
  write: (value, writer) => writer.bytes(Buffer.from(given(value, '', 'string'), 'base64')),
  read: ({ reader }) => readBytesView(reader).toString('base64'),
}

/** Bytes as they are, which are of no document but around one. */
export const bufferType: ProtobufType = {
  ...bytes,
  zero: () => Buffer.alloc(0),
  write: (value, writer) => writer.bytes(value as Buffer),
  read: ({ reader }) => readBytesView(reader),
}

/** Bytes that are JSON text. */
const json: ProtobufType = {
  wire: 2,
  zero: () => null,
  isZero: value => value === null,
  write: (value, writer) => writer.bytes(writeJson(value ?? null)),
  read: ({ reader }) => readJson(readBytesView(reader)).value,
}

export const protobufScalarTypes = {
  string: text,
  bool,
  int32,
  int64,
  double,
  bytes,
  json,
} as const

/** What was validated before it was stored is of its type; a value that is not shows a bug. */
function given<T extends string | number | boolean>(value: unknown, zero: T, type: string): T {
  if (value === undefined || value === null) return zero
  // The type of the zero is the one that is asked for.
  if (typeof value === type) return value as T
  throw new TypeError(`expected a ${type} for Protobuf, got a ${typeof value}`)
}

/**
 * No body brings half a surrogate pair, but a cut text of the server's own may have one at its end,
 * and UTF-8 has none: it is replaced, as every other encoder does.
 */
function wellFormed(value: string): string {
  // Every Node that we run on has these, and they cost nothing for plain text.
  const text = value as string & { isWellFormed: () => boolean; toWellFormed: () => string }
  return text.isWellFormed() ? text : text.toWellFormed()
}

/** The reader replaces what is not UTF-8; what has no replaced character was UTF-8. */
function readText(source: ProtobufSource): string {
  const { reader } = source
  const start = reader.pos
  const value = reader.string()
  if (!value.includes('\ufffd')) return value
  const end = reader.pos
  reader.pos = start
  if (!isUtf8(readBytesView(reader))) throw unreadableAt(source, 'a string that is not UTF-8')
  reader.pos = end
  return value
}

/** Bytes behind their length, not copied: all of them were read from one buffer. */
const readBytesView = (reader: Reader): Buffer => {
  const found = reader.bytes()
  return Buffer.from(found.buffer, found.byteOffset, found.length)
}
