// The scalar types of messages, and the interface that all types share.

import { isUtf8 } from 'node:buffer'
import Long from 'long'
import type { Reader, Writer } from 'protobufjs/minimal.js'
import type { JsonObject } from '../api/object.ts'
import { readJson } from './read-json.ts'
import { type ProtobufSource, unreadableAt } from './protobuf-source.ts'
import { writeJson } from '../lib/write-json.ts'

/** The wire type of a value: a varint, eight bytes, or length-delimited bytes. */
export type WireType = 0 | 1 | 2

/** One type of values, which converts between JSON and the bytes after a tag. */
export type ProtobufType = {
  readonly wire: WireType
  /** The JSON value of an absent field. */
  readonly zero: () => unknown
  readonly isZero: (value: unknown) => boolean
  /** Writes a value. Undefined and null are written as zero. */
  readonly write: (value: unknown, writer: Writer) => void
  /**
   * Reads a value. A repeated message is merged into the earlier value of its field.
   * @throws UnreadableDocument, or errors of the wire format reader
   */
  readonly read: (source: ProtobufSource, before?: unknown) => unknown
  /** Adds to an object the members that JSON shows for an absent message. */
  readonly fill?: (object: JsonObject) => void
}

const text: ProtobufType = {
  wire: 2,
  zero: () => '',
  isZero: value => value === '',
  write: (value, writer) => writer.string(wellFormed(checkedScalar(value, '', 'string'))),
  read: readText,
}

const bool: ProtobufType = {
  wire: 0,
  zero: () => false,
  isZero: value => value === false,
  write: (value, writer) => writer.bool(checkedScalar(value, false, 'boolean')),
  read: ({ reader }) => reader.bool(),
}

const int32: ProtobufType = {
  wire: 0,
  zero: () => 0,
  isZero: value => value === 0,
  write: (value, writer) => writer.int32(checkedScalar(value, 0, 'number')),
  read: ({ reader }) => reader.int32(),
}

/** A number, or a bigint beyond 2^53, as from the JSON reader. */
const int64: ProtobufType = {
  wire: 0,
  zero: () => 0,
  isZero: value => value === 0,
  write: (value, writer) => {
    if (typeof value === 'bigint') return writer.int64(Long.fromBigInt(value))
    const number = checkedScalar(value, 0, 'number')
    // Small positive numbers have the same encoding as uint32.
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
    writer.double(typeof value === 'bigint' ? Number(value) : checkedScalar(value, 0, 'number')),
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
  write: (value, writer) => writer.bytes(Buffer.from(checkedScalar(value, '', 'string'), 'base64')),
  read: ({ reader }) => readBytesView(reader).toString('base64'),
}

/** Raw bytes, which occur in envelopes but not in documents. */
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

/**
 * Returns the value, or `zero` if it is absent. Stored values have been validated, so another type
 * is a bug.
 */
function checkedScalar<T extends string | number | boolean>(
  value: unknown,
  zero: T,
  type: string,
): T {
  if (value === undefined || value === null) return zero
  // The type of `zero` is the requested one.
  if (typeof value === type) return value as T
  throw new TypeError(`expected a ${type} for Protobuf, got a ${typeof value}`)
}

/**
 * Replaces lone surrogates, as other encoders do, because UTF-8 cannot represent them. A body
 * cannot contain one, but a text that the server has cut may end in one.
 */
function wellFormed(value: string): string {
  // Every supported Node version has these methods, and they are free for plain text.
  const text = value as string & { isWellFormed: () => boolean; toWellFormed: () => string }
  return text.isWellFormed() ? text : text.toWellFormed()
}

/**
 * Reads a text. The reader replaces invalid UTF-8, so a text without a replacement character was
 * valid.
 */
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

/** Returns length-delimited bytes without copying them. They share the buffer of the reader. */
const readBytesView = (reader: Reader): Buffer => {
  const found = reader.bytes()
  return Buffer.from(found.buffer, found.byteOffset, found.length)
}
