// How the values of one field are written: found by its name in an object, behind its number.

import type { Writer } from 'protobufjs/minimal.js'
import type { JsonObject } from '../api/object.ts'
import type { FieldRow } from './protobuf-messages.ts'
import { plainSorts, type Sort } from './protobuf-sort.ts'

/** A row of the data, with the sort that it names. */
export type Field = { readonly row: FieldRow; readonly sort: Sort }

export type FieldWriter = (object: JsonObject, writer: Writer) => void

export function fieldWriter({ row: [number, name, , shape], sort }: Field): FieldWriter {
  const tag = (number << 3) | sort.wire
  if (shape === 'map') return mapWriter({ name, tag: (number << 3) | 2, sort })
  if (shape === 'inline') return (object, writer) => sort.write(object, writer.uint32(tag))
  // Those that are always there are written when they are zero too, as by the genuine encoder.
  if (shape === 'one') return (object, writer) => sort.write(object[name], writer.uint32(tag))
  if (shape === 'optional') {
    return (object, writer) => {
      const value = object[name]
      if (value !== undefined && value !== null) sort.write(value, writer.uint32(tag))
    }
  }
  return (object, writer) => {
    const items = object[name]
    if (!Array.isArray(items)) return
    for (const item of items) sort.write(item, writer.uint32(tag))
  }
}

// A map is a list of messages with these two fields.
const keyTag = (1 << 3) | 2

/** Sorted by key, so that one object has one form. */
function mapWriter({ name, tag, sort }: { name: string; tag: number; sort: Sort }): FieldWriter {
  const valueTag = (2 << 3) | sort.wire
  return (object, writer) => {
    const map = object[name]
    if (typeof map !== 'object' || map === null) return
    for (const [key, value] of Object.entries(map).sort(byKey)) {
      writer.uint32(tag).fork().uint32(keyTag)
      plainSorts.string.write(key, writer)
      sort.write(value, writer.uint32(valueTag))
      writer.ldelim()
    }
  }
}

const byKey = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1)
