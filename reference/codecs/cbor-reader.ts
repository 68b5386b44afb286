// The strict CBOR reader. It reads the subset of RFC 8949 that corresponds to JSON (ENC-028), as
// the genuine server does. Other data items are refused, with two exceptions that the genuine
// server makes, too: byte strings tagged as base64, base64url or hexadecimal are read as such text,
// and tagged times as timestamps. The genuine server also ignores unknown tags and replaces invalid
// UTF-8 in byte strings. This reader refuses both, because information would be lost.

import type { ParsedDocument } from './codec.ts'
import { CborCursor, majorTypes } from './cbor-cursor.ts'
import { isFloat, readInteger, readSimple, readString } from './cbor-scalars.ts'
import { timestampFromSeconds, normalizeTimestamp } from './cbor-timestamps.ts'
import { depthMax } from './read-json.ts'
import { setOwnMember } from './set-member.ts'

/**
 * Reads one data item. Duplicate keys are refused at every level of field validation, as by the
 * genuine server, so none are reported. @throws UnreadableDocument
 */
export function readCbor(bytes: Buffer): ParsedDocument {
  const cursor = new CborCursor(bytes)
  const value = read(cursor, { depth: 0 })
  if (cursor.offset < bytes.length) throw cursor.fault('expected the end, got more')
  return { value, duplicates: [] }
}

type Place = {
  /** The number of enclosing arrays, maps and tags. */
  depth: number
  /** How byte strings are converted to JSON text, if an enclosing tag says so. */
  encoding?: BufferEncoding | undefined
}

const textType = 3

function read(cursor: CborCursor, place: Place): unknown {
  switch (cursor.majorType()) {
    case 0:
    case 1:
      return readInteger(cursor)
    case 2:
    case textType:
      return readString(cursor, place.encoding)
    case 4:
      return readArray(cursor, inside(cursor, place))
    case 5:
      return readMap(cursor, inside(cursor, place))
    case 6:
      return readTagged(cursor, inside(cursor, place))
    default:
      return readSimple(cursor)
  }
}

function inside(cursor: CborCursor, { depth, encoding }: Place): Place {
  if (depth === depthMax) throw cursor.fault(`nested deeper than ${depthMax}`)
  return { depth: depth + 1, encoding }
}

function readArray(cursor: CborCursor, place: Place): unknown[] {
  const array: unknown[] = []
  const length = cursor.length(1)
  while (length === 'indefinite' ? !cursor.takesBreak() : array.length < length) {
    array.push(read(cursor, place))
  }
  return array
}

function readMap(cursor: CborCursor, place: Place): Record<string, unknown> {
  const object: Record<string, unknown> = {}
  const length = cursor.length(2)
  for (let n = 0; length === 'indefinite' ? !cursor.takesBreak() : n < length; n += 1) {
    const start = cursor.offset
    const name = readName(cursor, place)
    if (Object.hasOwn(object, name)) {
      throw cursor.fault(`the key ${JSON.stringify(name)} occurs again in its map`, start)
    }
    setOwnMember(object, name, read(cursor, place))
  }
  return object
}

function readName(cursor: CborCursor, place: Place): string {
  const majorType = cursor.majorType()
  if (majorType === 2 || majorType === textType) return readString(cursor, place.encoding)
  throw cursor.fault(`expected a string as the key, got ${majorTypes[majorType]}`)
}

const timeText = 0
const timeNumber = 1
const selfDescribed = 55_799

/** RFC 8949, 3.4.5.2. */
const laterEncodings: ReadonlyMap<number | bigint, BufferEncoding> = new Map([
  [21, 'base64url'],
  [22, 'base64'],
  [23, 'hex'],
])

function readTagged(cursor: CborCursor, place: Place): unknown {
  const start = cursor.offset
  const tag = cursor.argument()
  if (tag === timeText || tag === timeNumber) return readTime(cursor, tag)
  if (tag === selfDescribed) return read(cursor, place)
  const encoding = laterEncodings.get(tag)
  if (!encoding) throw cursor.fault(`a tag that has no place here: ${tag}`, start)
  return read(cursor, { ...place, encoding })
}

function readTime(cursor: CborCursor, tag: number): string {
  const start = cursor.offset
  const text = tag === timeText ? readTimeText(cursor) : readTimeNumber(cursor)
  if (text !== undefined) return text
  const expected = tag === timeText ? 'a text by RFC 3339' : 'seconds since 1970'
  throw cursor.fault(`expected a time of the years 0 to 9999 as ${expected}`, start)
}

const readTimeText = (cursor: CborCursor): string | undefined =>
  cursor.majorType() === textType ? normalizeTimestamp(readString(cursor, undefined)) : undefined

function readTimeNumber(cursor: CborCursor): string | undefined {
  if (cursor.majorType() <= 1) return timestampFromSeconds(Number(readInteger(cursor)))
  return isFloat(cursor.peek()) ? timestampFromSeconds(Number(readSimple(cursor))) : undefined
}
