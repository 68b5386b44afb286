// Reads the values of one field into an object, and adds the zero values that JSON shows for absent
// fields, so that an object is the same as if it had been read from JSON.

import type { JsonObject } from '../api/object.ts'
import type { MessageField } from './protobuf-field-writer.ts'
import { protobufScalarTypes, type ProtobufType } from './protobuf-scalar-types.ts'
import {
  enterMessage,
  expectWire,
  leaveMessage,
  nextTag,
  skipField,
  type ProtobufSource,
} from './protobuf-source.ts'
import { setOwnMember } from './set-member.ts'

export type FieldReader = (object: JsonObject, source: ProtobufSource, wire: number) => void

export function fieldReader({
  row: [, name, sortName, shape, shown],
  type,
}: MessageField): FieldReader {
  if (shape === 'list') return listReader(name, type)
  if (shape === 'map') return mapReader(name, type)
  if (shape === 'inline') {
    return (object, source, wire) => {
      expectWire(source, wire, type.wire)
      type.read(source, object)
    }
  }
  const hidesZero = !shown && (shape === 'one' || sortName === 'bytes')
  return (object, source, wire) => {
    expectWire(source, wire, type.wire)
    const value = type.read(source, object[name])
    if (!hidesZero || !type.isZero(value)) object[name] = value
    // The last value applies, even if it is zero.
    else if (object[name] !== undefined) delete object[name]
  }
}

/**
 * Returns a function that adds the zero value of an absent field, or undefined for a field that may
 * be absent.
 */
export function fieldFiller({
  row: [, name, , shape, shown],
  type,
}: MessageField): ((object: JsonObject) => void) | undefined {
  if (shape === 'inline') return object => type.fill?.(object)
  if (!shown) return undefined
  return object => {
    if (object[name] === undefined) object[name] = shape === 'one' ? type.zero() : null
  }
}

/** Reads a list. Numbers may also be packed behind one length. */
function listReader(name: string, type: ProtobufType): FieldReader {
  return (object, source, wire) => {
    const items = (object[name] ??= []) as unknown[]
    if (wire === type.wire) {
      items.push(type.read(source))
      return
    }
    if (wire !== 2) expectWire(source, wire, type.wire)
    const outer = enterMessage(source)
    const { reader } = source
    while (reader.pos < reader.len) items.push(type.read(source))
    leaveMessage(source, outer)
  }
}

function mapReader(name: string, type: ProtobufType): FieldReader {
  return (object, source, wire) => {
    expectWire(source, wire, 2)
    const map = (object[name] ??= {}) as JsonObject
    const { key, value } = entry(source, type)
    setOwnMember(map, key, value)
  }
}

function entry(source: ProtobufSource, type: ProtobufType): { key: string; value: unknown } {
  const outer = enterMessage(source)
  let key: unknown = ''
  let value: unknown
  for (let tag = nextTag(source); tag !== 0; tag = nextTag(source)) {
    const number = tag >>> 3
    if (number === 1) {
      expectWire(source, tag & 7, 2)
      key = protobufScalarTypes.string.read(source)
    } else if (number === 2) {
      expectWire(source, tag & 7, type.wire)
      value = type.read(source, value)
    } else skipField(source, tag & 7)
  }
  leaveMessage(source, outer)
  return { key: key as string, value: value === undefined ? type.zero() : value }
}
