import type { Codec, Piece } from './codec.ts'
import { readCbor } from './cbor-reader.ts'
import { cborHead, writeCbor } from './cbor-writer.ts'
import type { CborStrings } from './cbor-writer.ts'
import type { TypeMeta } from '../api/object.ts'

/**
 * The codec of `application/cbor` (ENC-027, ENC-028, ENC-031). As on the genuine server, each
 * document starts with the tag of self-described CBOR, and so does the object of an event, but not
 * an item of a list.
 */
export function cborCodec({ strings }: { strings: CborStrings }): Codec {
  const item = (value: unknown) => writeCbor(value, strings)
  const objectName = item('object')
  return {
    read: readCbor,
    write: value => Buffer.concat([selfDescribed, item(value)]),
    item,
    whole: (object, { kind, apiVersion }) =>
      Buffer.concat([selfDescribed, joined(item({ kind, apiVersion } satisfies TypeMeta), object)]),
    list: (head, member, items) => list({ head: item(head), member: item(member), items }),
    stream: {
      mediaType: 'application/cbor-seq',
      frame: (type, whole) =>
        Buffer.concat([selfDescribed, eventHead, item('type'), item(type), objectName, whole]),
    },
  }
}

const selfDescribed = Buffer.from([0xd9, 0xd9, 0xf7])
const arrayType = 4
const mapType = 5
const eventHead = cborHead(mapType, 2)

type ListParts = { head: Buffer; member: Buffer; items: Iterable<Piece> }

/**
 * Writes a list. Its items are collected first, because their number precedes them. Other work may
 * run after each item.
 */
function* list({ head, member, items }: ListParts): Iterable<Piece> {
  const gathered: Buffer[] = []
  for (const item of items) {
    if (item) gathered.push(item)
    yield undefined
  }
  const { count, start } = membersOf(head)
  yield Buffer.concat([
    selfDescribed,
    cborHead(mapType, count + 1),
    head.subarray(start),
    member,
    cborHead(arrayType, gathered.length),
  ])
  yield* gathered
}

/** Joins two maps that share no key. */
function joined(one: Buffer, other: Buffer): Buffer {
  const first = membersOf(one)
  const second = membersOf(other)
  const head = cborHead(mapType, first.count + second.count)
  return Buffer.concat([head, one.subarray(first.start), other.subarray(second.start)])
}

/** Returns how many members a map has that this codec wrote, and where they start. */
function membersOf(map: Buffer): { count: number; start: number } {
  const short = map.readUInt8(0) & 0x1f
  if (short < 24) return { count: short, start: 1 }
  if (short === 24) return { count: map.readUInt8(1), start: 2 }
  if (short === 25) return { count: map.readUInt16BE(1), start: 3 }
  return { count: map.readUInt32BE(1), start: 5 }
}
