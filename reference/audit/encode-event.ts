// Encodes events. The document of a response has been encoded for the client; its bytes are shared.

import type { EncodedEvent } from '../api/audit.ts'
import type { JsonObject } from '../api/object.ts'
import { writeJson } from '../lib/write-json.ts'

/** A document that is encoded in JSON, on one line. */
export class EncodedJson {
  readonly pieces: readonly Buffer[]

  constructor(pieces: readonly Buffer[]) {
    this.pieces = pieces
  }
}

/** Encodes an event, whose members may be encoded already. */
export function encodeEvent(event: JsonObject): EncodedEvent {
  const pieces: Buffer[] = []
  let text = '{'
  for (const [name, value] of Object.entries(event)) {
    if (value === undefined) continue
    text += `${text === '{' && pieces.length === 0 ? '' : ','}${JSON.stringify(name)}:`
    if (value instanceof EncodedJson) {
      pieces.push(Buffer.from(text), ...value.pieces)
      text = ''
    } else text += writeJson(value).toString()
  }
  pieces.push(Buffer.from(`${text}}`))
  return { pieces, bytes: lengthOf(pieces) }
}

// Copying so much takes less time than a write.
const joinedBytesMax = 64 * 1024

/** Joins short pieces, so that few are written. */
export function joinPieces(pieces: readonly Buffer[]): readonly Buffer[] {
  const joined: Buffer[] = []
  let short: Buffer[] = []
  let bytes = 0
  const join = () => {
    if (short.length > 0) joined.push(Buffer.concat(short))
    short = []
    bytes = 0
  }
  for (const piece of pieces) {
    if (bytes + piece.length > joinedBytesMax) join()
    if (piece.length > joinedBytesMax) joined.push(piece)
    else {
      short.push(piece)
      bytes += piece.length
    }
  }
  join()
  return joined
}

const lengthOf = (pieces: readonly Buffer[]): number =>
  pieces.reduce((bytes, piece) => bytes + piece.length, 0)
