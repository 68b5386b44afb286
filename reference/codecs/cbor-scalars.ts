// Reads scalar data items of CBOR: integers, floats, simple values and strings.

import { isUtf8 } from 'node:buffer'
import { majorTypes } from './cbor-cursor.ts'
import type { CborCursor } from './cbor-cursor.ts'

const bytesType = 2

/** Reads an integer exactly. It is a bigint beyond 2^53. */
export function readInteger(cursor: CborCursor): number | bigint {
  const isNegative = cursor.majorType() === 1
  const argument = cursor.argument()
  if (!isNegative) return argument
  // A negative integer n is encoded as -1 - n, so one value of 53 bits becomes a bigint.
  const exact = -1n - BigInt(argument)
  return exact < Number.MIN_SAFE_INTEGER ? exact : Number(exact)
}

/** Reads true, false, null or a number. Other simple values have no equivalent in JSON. */
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
 * Reads a text string, or a byte string that holds text: the genuine server writes all strings as
 * bytes, to avoid checking them. With an encoding, a byte string may hold any bytes and is returned
 * in that encoding.
 */
export function readString(cursor: CborCursor, encoding: BufferEncoding | undefined): string {
  const majorType = cursor.majorType()
  const encoded = majorType === bytesType ? encoding : undefined
  const length = cursor.length(1)
  if (length === 'indefinite') return readChunks(cursor, majorType, encoded)
  const start = cursor.take(length)
  if (encoded) return cursor.bytes.toString(encoded, start, cursor.offset)
  return utf8Of(cursor, start)
}

// Up to about this length, checking each byte is faster than calling the decoder.
const asciiMax = 64

/** Decodes the bytes from a position to the current one. @throws UnreadableDocument */
function utf8Of(cursor: CborCursor, start: number): string {
  if (cursor.offset - start <= asciiMax && cursor.isAscii(start)) return cursor.latin1(start)
  const text = cursor.bytes.toString('utf8', start, cursor.offset)
  // Invalid UTF-8 is possible only if the decoder has inserted this character, so most strings need
  // no check.
  if (text.includes('\ufffd') && !isUtf8(cursor.bytes.subarray(start, cursor.offset))) {
    throw cursor.fault('expected UTF-8', start)
  }
  return text
}

/**
 * Reads a string of indefinite length. Each chunk of a text string is valid UTF-8, while chunks of
 * a byte string are decoded together.
 */
function readChunks(
  cursor: CborCursor,
  majorType: number,
  encoded: BufferEncoding | undefined,
): string {
  const start = cursor.offset
  let text = ''
  while (!cursor.takesBreak()) {
    if (cursor.majorType() !== majorType)
      throw cursor.fault(`expected a piece of ${majorTypes[majorType]}`)
    const head = cursor.offset
    const length = cursor.length(1)
    if (length === 'indefinite') throw cursor.fault('expected a piece of known length', head)
    const from = cursor.take(length)
    text += majorType === bytesType ? cursor.latin1(from) : utf8Of(cursor, from)
  }
  if (majorType !== bytesType) return text
  const whole = Buffer.from(text, 'latin1')
  if (encoded) return whole.toString(encoded)
  if (!isUtf8(whole)) throw cursor.fault('expected UTF-8', start)
  return whole.toString()
}
