import type { Codec, Piece } from './codec.ts'
import { readJson } from './read-json.ts'
import type { TypeMeta } from '../api/object.ts'
import { writeJson } from '../lib/write-json.ts'

/** The codec of `application/json` (ENC-001, ENC-002). A single document ends with a newline. */
export const jsonCodec: Codec = {
  read: readJson,
  write: value => Buffer.concat([writeJson(value), newline]),
  item: writeJson,
  whole: (item, type) => Buffer.concat([wholeStart(type), item.subarray(1), newline]),
  list,
  stream: {
    mediaType: 'application/json',
    frame: (type, whole) =>
      Buffer.concat([Buffer.from(`{"type":"${type}","object":`), trimmed(whole), frameEnd]),
  },
}

const newline = Buffer.from('\n')
const comma = Buffer.from(',')
const frameEnd = Buffer.from('}\n')

/** The item that follows is not empty, because every object has metadata. */
const wholeStart = ({ kind, apiVersion }: TypeMeta): Buffer =>
  Buffer.from(`{"kind":${JSON.stringify(kind)},"apiVersion":${JSON.stringify(apiVersion)},`)

const trimmed = (whole: Buffer): Buffer =>
  whole.at(-1) === newline[0] ? whole.subarray(0, -1) : whole

function* list(head: object, member: string, items: Iterable<Piece>): Iterable<Piece> {
  yield Buffer.from(`${writeJson(head).subarray(0, -1)},"${member}":[`)
  let isFirst = true
  for (const item of items) {
    if (item && !isFirst) yield comma
    yield item
    if (item) isFirst = false
  }
  yield Buffer.from(']}\n')
}
