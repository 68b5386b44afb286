// The CBOR writer. It uses definite lengths, the shortest heads, and the shortest exact floats.

import { isJsonObject } from '../api/object.ts'

/** How strings are written. The genuine server writes bytes, so that it need not check UTF-8. */
export type CborStrings = 'text' | 'bytes'

/** Writes one data item. Members that are undefined are left out, as by `JSON.stringify`. */
export function writeCbor(value: unknown, strings: CborStrings): Buffer {
  used = 0
  stringSort = strings === 'text' ? 3 : 2
  write(value)
  const item = Buffer.from(bytes.subarray(0, used))
  if (bytes.length > kept) bytes = Buffer.allocUnsafeSlow(kept)
  return item
}

/** Returns the head of a data item with a major type and a length. */
export function cborHead(majorType: number, length: number): Buffer {
  used = 0
  writeHead(majorType, length)
  return Buffer.from(bytes.subarray(0, used))
}

// All items are built in one buffer and copied out, because no item starts before the previous one
// has ended. This halves the time for a small object. A very large buffer is not kept.
const kept = 1_000_000
let bytes = Buffer.allocUnsafeSlow(64_000)
let used = 0
let stringSort = 3

function reserve(count: number): void {
  if (bytes.length - used >= count) return
  const larger = Buffer.allocUnsafeSlow(Math.max(bytes.length * 2, used + count))
  bytes.copy(larger, 0, 0, used)
  bytes = larger
}

function write(value: unknown): void {
  if (typeof value === 'string') writeString(value)
  else if (typeof value === 'number') writeNumber(value)
  else if (typeof value === 'bigint') writeBigint(value)
  else if (Array.isArray(value)) writeArray(value)
  else if (isJsonObject(value)) writeObject(value)
  else writeSimple(value)
}

function writeArray(array: readonly unknown[]): void {
  writeHead(4, array.length)
  for (const value of array) write(value)
}

function writeObject(object: { readonly [name: string]: unknown }): void {
  const names = Object.keys(object)
  let count = 0
  for (const name of names) if (object[name] !== undefined) count += 1
  writeHead(5, count)
  for (const name of names) {
    const value = object[name]
    if (value === undefined) continue
    writeString(name)
    write(value)
  }
}

function writeSimple(value: unknown): void {
  reserve(1)
  bytes[used++] = value === true ? 0xf5 : value === false ? 0xf4 : 0xf6
}

function writeString(text: string): void {
  if (text.length < 24 && writeAscii(text)) return
  const size = Buffer.byteLength(text)
  writeHead(stringSort, size)
  reserve(size)
  used += bytes.write(text, used)
}

/** Writes a short ASCII text, as most are, and returns whether the text was one. */
function writeAscii(text: string): boolean {
  reserve(24)
  const start = used + 1
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code > 0x7f) return false
    bytes[start + index] = code
  }
  bytes[used] = (stringSort << 5) | text.length
  used = start + text.length
  return true
}

function writeHead(majorType: number, argument: number): void {
  reserve(9)
  const start = majorType << 5
  if (argument < 24) bytes[used++] = start | argument
  else if (argument < 0x100) {
    bytes[used++] = start | 24
    bytes[used++] = argument
  } else if (argument < 0x1_0000) {
    bytes[used++] = start | 25
    used = bytes.writeUInt16BE(argument, used)
  } else if (argument < 0x1_0000_0000) {
    bytes[used++] = start | 26
    used = bytes.writeUInt32BE(argument, used)
  } else writeLongHead(majorType, BigInt(argument))
}

function writeLongHead(majorType: number, argument: bigint): void {
  reserve(9)
  bytes[used++] = (majorType << 5) | 27
  used = bytes.writeBigUInt64BE(argument, used)
}

function writeNumber(value: number): void {
  if (!Number.isSafeInteger(value)) writeFloat(value)
  else if (value >= 0) writeHead(0, value)
  else writeHead(1, -1 - value)
}

/**
 * Beyond 64 bits, writes the nearest double, as the genuine server does for such a number in JSON.
 */
function writeBigint(value: bigint): void {
  const argument = value < 0n ? -1n - value : value
  if (argument >= 1n << 64n) writeFloat(Number(value))
  else writeLongHead(value < 0n ? 1 : 0, argument)
}

function writeFloat(value: number): void {
  reserve(9)
  const half = halfBits(value)
  if (half !== undefined) {
    bytes[used++] = 0xf9
    used = bytes.writeUInt16BE(half, used)
  } else if (Math.fround(value) === value) {
    bytes[used++] = 0xfa
    used = bytes.writeFloatBE(value, used)
  } else {
    bytes[used++] = 0xfb
    used = bytes.writeDoubleBE(value, used)
  }
}

const halfMax = 65_504

/**
 * Returns the bits of a half-precision float, or undefined if it cannot hold the number exactly.
 */
function halfBits(value: number): number | undefined {
  const size = Math.abs(value)
  if (!(size <= halfMax)) return undefined
  const sign = value < 0 ? 0x8000 : 0
  // Below 2^-14 (subnormal), the step is constant. Above, the mantissa has ten bits.
  const exponent = Math.max(Math.floor(Math.log2(size)), -14)
  const steps = size / 2 ** (exponent - 10)
  if (!Number.isInteger(steps)) return undefined
  return sign | (steps < 0x400 ? steps : ((exponent + 15) << 10) | (steps - 0x400))
}
