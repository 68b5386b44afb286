// Writes the values of one field.

import type { Writer } from 'protobufjs/minimal.js'
import type { FieldRow } from './protobuf-message-data.ts'
import { protobufScalarTypes, type ProtobufType } from './protobuf-scalar-types.ts'

/** A row of the data, with the type that it names. */
export type MessageField = { readonly row: FieldRow; readonly type: ProtobufType }

export type FieldWriter = {
  readonly name: string
  /** Field number and wire type. */
  readonly tag: number
  /**
   * What is written for a value that is absent in JSON. A required value is written even if it is
   * zero, as by the genuine encoder, and most zero values are one byte.
   */
  readonly absent: 'nothing' | 'zero byte' | 'zero'
  /** Writes a value that is neither undefined nor null. */
  readonly write: (value: unknown, writer: Writer) => void
}

/** Returns the writer of a field, except for an inline one, which has no name. */
export function fieldWriter({
  row: [number, name, sortName, shape],
  type,
}: MessageField): FieldWriter {
  const tag = (number << 3) | (shape === 'map' ? 2 : type.wire)
  if (shape === 'map') return { name, tag, absent: 'nothing', write: mapWriter(tag, type) }
  if (shape === 'list') return { name, tag, absent: 'nothing', write: listWriter(tag, type) }
  const write = (value: unknown, writer: Writer) => type.write(value, writer.uint32(tag))
  if (shape === 'optional') return { name, tag, absent: 'nothing', write }
  return { name, tag, absent: oneByteZeros.has(sortName) ? 'zero byte' : 'zero', write }
}

const oneByteZeros = new Set(['string', 'bool', 'int32', 'int64', 'time', 'micro-time'])

const listWriter = (tag: number, type: ProtobufType) => (items: unknown, writer: Writer) => {
  if (!Array.isArray(items)) return
  for (const item of items) type.write(item, writer.uint32(tag))
}

// A map is a list of messages with these two fields.
const keyTag = (1 << 3) | 2

/** Writes entries sorted by key, so that an object has one encoding. */
function mapWriter(tag: number, type: ProtobufType): (map: unknown, writer: Writer) => void {
  const valueTag = (2 << 3) | type.wire
  return (map, writer) => {
    for (const [key, value] of Object.entries(map as object).sort(byKey)) {
      writer.uint32(tag).fork().uint32(keyTag)
      protobufScalarTypes.string.write(key, writer)
      type.write(value, writer.uint32(valueTag))
      writer.ldelim()
    }
  }
}

const byKey = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1)
