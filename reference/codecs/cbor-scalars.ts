// The data items of CBOR that hold no others: integers, floats, simple values and strings.

import { isUtf8 } from 'node:buffer'
import { majorTypes } from './cbor-cursor.ts'
import type { CborCursor } from './cbor-cursor.ts'

const bytesSort = 2

/** Exact: a bigint beyond 2^53. */
export function readInteger(cursor: CborCursor): number | bigint {
  const isNegative = cursor.sort() === 1
  const argument = cursor.argument()
  if (!isNegative) return argument
  // A negative integer n is written as -1 - n, which leaves one number of 53 bits for a bigint.
  const exact = -1n - BigInt(argument)
  return exact < Number.MIN_SAFE_INTEGER ? exact : Number(exact)
}

/** True, false, null or a number: what else there is has no place in JSON. */
export function readSimple(cursor: CborCursor): unknown {
  const start = cursor.take(1)
  const head = cursor.bytes[start]
  if (head === 0xf4) return false
  if (head === 0xf5) return true
  if (head === 0xf6) return null
  const float = floatOf(cursor, head)
  if (Number.isFinite(float)) return float
  const got = float ?? `0x${head?.toString(16)}`
  throw cursor.fault(`expected true, false, null or a finite number, got ${got}`, start)
}

export const isFloat = (head: number): boolean => head >= 0xf9 && head <= 0xfb

function floatOf(cursor: CborCursor, head: number | undefined): number | undefined {
  const { bytes } = cursor
  if (head === 0xf9) return halfOf(bytes.readUInt16BE(cursor.take(2)))
  if (head === 0xfa) return bytes.readFloatBE(cursor.take(4))
  return head === 0xfb ? bytes.readDoubleBE(cursor.take(8)) : undefined
}

function halfOf(bits: number): number {
  const fraction = bits & 0x3ff
  const exponent = (bits >> 10) & 0x1f
  const sign = bits & 0x8000 ? -1 : 1
  if (exponent === 0x1f) return fraction ? Number.NaN : sign * Infinity
  return sign * (exponent ? (0x400 + fraction) * 2 ** (exponent - 25) : fraction * 2 ** -24)
}

/**
 * A text string, or a byte string that holds one: the genuine server writes all strings as bytes,
 * so as not to look through them. With an encoding, bytes are any, and read as their text in it.
 */
export function readString(cursor: CborCursor, encoding: BufferEncoding | undefined): string {
  const sort = cursor.sort()
  const encoded = sort === bytesSort ? encoding : undefined
  const length = cursor.length(1)
  if (length === 'indefinite') return readChunks(cursor, sort, encoded)
  const start = cursor.take(length)
  if (encoded) return cursor.bytes.toString(encoded, start, cursor.at)
  return utf8Of(cursor, start)
}

// A look at each byte is faster than a call of the decoder up to about this length.
const asciiMax = 64

/** What lies between a place and the current one. */
function utf8Of(cursor: CborCursor, start: number): string {
  if (cursor.at - start <= asciiMax && cursor.isAscii(start)) return cursor.latin1(start)
  const text = cursor.bytes.toString('utf8', start, cursor.at)
  // Only where the decoder has put this character can there be a fault: most strings have none.
  if (text.includes('\ufffd') && !isUtf8(cursor.bytes.subarray(start, cursor.at))) {
    throw cursor.fault('expected UTF-8', start)
  }
  return text
}

/** A string in pieces: each piece of a text is a text, those of bytes are one only together. */
function readChunks(cursor: CborCursor, sort: number, encoded: BufferEncoding | undefined): string {
  const start = cursor.at
  let text = ''
  while (!cursor.takesBreak()) {
    if (cursor.sort() !== sort) throw cursor.fault(`expected a piece of ${majorTypes[sort]}`)
    const head = cursor.at
    const length = cursor.length(1)
    if (length === 'indefinite') throw cursor.fault('expected a piece of known length', head)
    const from = cursor.take(length)
    text += sort === bytesSort ? cursor.latin1(from) : utf8Of(cursor, from)
  }
  if (sort !== bytesSort) return text
  const whole = Buffer.from(text, 'latin1')
  if (encoded) return whole.toString(encoded)
  if (!isUtf8(whole)) throw cursor.fault('expected UTF-8', start)
  return whole.toString()
}
