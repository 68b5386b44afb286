// Messages, put together from their fields: for each one function that writes it and one that
// reads it, made once, so that nothing is looked up by name while documents pass.

import protobuf, { type Writer } from 'protobufjs/minimal.js'
import type { JsonObject } from '../api/object.ts'
import { fieldFiller, type FieldReader, fieldReader } from './protobuf-field-reader.ts'
import { type Field, type FieldWriter, fieldWriter } from './protobuf-field-writer.ts'
import type { Sort } from './protobuf-sort.ts'
import { inside, readFields, type Source } from './protobuf-source.ts'

/** A sort of value with fields, an object in JSON. */
export type Message = Sort & {
  /** The fields by themselves, without their length. */
  readonly writeFields: (object: JsonObject, writer: Writer) => void
  /** All fields up to the end of the bytes, into this object. */
  readonly readFields: (source: Source, object: JsonObject) => JsonObject
}

/** A message without fields; `define` gives it those, which may lead back to it. */
export function emptyMessage(): { made: Message; define: (fields: readonly Field[]) => void } {
  const writers: FieldWriter[] = []
  const readers: (FieldReader | undefined)[] = []
  const fillers: ((object: JsonObject) => void)[] = []

  const writeFields = (object: JsonObject, writer: Writer) => {
    for (const write of writers) write(object, writer)
  }
  const fill = (object: JsonObject) => {
    for (const one of fillers) one(object)
    return object
  }
  const read = (source: Source, object: JsonObject) => {
    readFields(source, (number, wire) => {
      const reader = readers[number]
      reader?.(object, source, wire)
      return reader !== undefined
    })
    return fill(object)
  }
  // The bytes of a message that is not there are the same each time.
  let absent: Buffer | undefined
  const made: Message = {
    wire: 2,
    zero: () => fill({}),
    isZero: () => false,
    write(value, writer) {
      if (value === undefined || value === null) {
        absent ??= written(another => writeFields({}, another))
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
    // What a field had before was read here too.
    read: (source, before) => inside(source, () => read(source, (before ?? {}) as JsonObject)),
    fill,
    writeFields,
    readFields: read,
  }
  const define = (fields: readonly Field[]) => {
    for (const field of fields) {
      writers.push(fieldWriter(field))
      readers[field.row[0]] = fieldReader(field)
      const filler = fieldFiller(field)
      if (filler) fillers.push(filler)
    }
  }
  return { made, define }
}

/** What a function writes. */
export function written(write: (writer: Writer) => void): Buffer {
  const writer = protobuf.Writer.create()
  write(writer)
  // On Node the writer's bytes are a Buffer.
  return writer.finish() as Buffer
}
