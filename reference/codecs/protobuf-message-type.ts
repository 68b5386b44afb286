// Message types, composed of their fields. Each has one function that writes it and one that reads
// it, built once, so that fields are not looked up by name for each document.

import type { Writer } from 'protobufjs/minimal.js'
import type { JsonObject } from '../api/object.ts'
import { protobuf } from '../lib/deferred-libraries.ts'
import { fieldFiller, type FieldReader, fieldReader } from './protobuf-field-reader.ts'
import { type MessageField, type FieldWriter, fieldWriter } from './protobuf-field-writer.ts'
import type { ProtobufType } from './protobuf-scalar-types.ts'
import {
  enterMessage,
  leaveMessage,
  nextTag,
  skipField,
  type ProtobufSource,
} from './protobuf-source.ts'

/** The name of a message whose fields are members of the enclosing object. */
const inline = ''

/** A message type, whose values are objects in JSON. */
export type MessageType = ProtobufType & {
  /** Writes the fields without a length. */
  readonly writeFields: (object: JsonObject, writer: Writer) => void
  /** Reads all fields up to the end of the bytes into an object. */
  readonly readFields: (source: ProtobufSource, object: JsonObject) => JsonObject
}

/** Declares a message without fields. `define` adds the fields, which may refer to the message. */
export function declareMessage(): {
  made: MessageType
  define: (fields: readonly MessageField[]) => void
} {
  const writers: FieldWriter[] = []
  const readers: (FieldReader | undefined)[] = []
  const fillers: ((object: JsonObject) => void)[] = []

  const writeFields = (object: JsonObject, writer: Writer) => {
    for (const { name, tag, absent, write } of writers) {
      const value = name === inline ? object : object[name]
      if (value !== undefined && value !== null) write(value, writer)
      else if (absent === 'zero byte') writer.uint32(tag).uint32(0)
      else if (absent === 'zero') write(undefined, writer)
    }
  }
  const fill = (object: JsonObject) => {
    for (const one of fillers) one(object)
    return object
  }
  const read = (source: ProtobufSource, object: JsonObject) => {
    for (let tag = nextTag(source); tag !== 0; tag = nextTag(source)) {
      const reader = readers[tag >>> 3]
      if (reader) reader(object, source, tag & 7)
      else skipField(source, tag & 7)
    }
    return fill(object)
  }
  // The encoding of an absent message is always the same, so it is cached.
  let absent: Buffer | undefined
  const made: MessageType = {
    wire: 2,
    zero: () => fill({}),
    isZero: () => false,
    write(value, writer) {
      if (value === undefined || value === null) {
        absent ??= encodeMessage(another => writeFields({}, another))
        writer.bytes(absent)
        return
      }
      if (typeof value !== 'object') {
        throw new TypeError(`expected an object for Protobuf, got a ${typeof value}`)
      }
      writer.fork()
      writeFields(value as JsonObject, writer)
      writer.ldelim()
    },
    read(source, before) {
      const outer = enterMessage(source)
      // An earlier value of the field was also read here, so it is an object.
      const object = read(source, (before ?? {}) as JsonObject)
      leaveMessage(source, outer)
      return object
    },
    fill,
    writeFields,
    readFields: read,
  }
  const define = (fields: readonly MessageField[]) => {
    for (const field of fields) {
      writers.push(fieldWriter(field))
      readers[field.row[0]] = fieldReader(field)
      const filler = fieldFiller(field)
      if (filler) fillers.push(filler)
    }
  }
  return { made, define }
}

// A writer starts small and grows by copying, so it is reused, unless it has grown too large to
// keep. A nested call gets a new writer.
let idle: Writer | undefined
const idleBytesMax = 65_536

/** Returns the bytes that a function writes. */
export function encodeMessage(write: (writer: Writer) => void): Buffer {
  const writer = idle ?? protobuf().Writer.create()
  idle = undefined
  write(writer)
  // On Node, `finish` returns a Buffer that is a copy of the writer's bytes.
  const bytes = writer.finish() as Buffer
  if (bytes.length <= idleBytesMax) idle = writer.reset()
  return bytes
}
