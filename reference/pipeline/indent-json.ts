// Indents compact JSON in a single pass over the bytes, without parsing it.

import type { Piece } from '../codecs/codec.ts'

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const backslash = 0x5c
const newline = 0x0a
const space = 0x20
const opening = new Set([0x5b, 0x7b])
const closing = new Set([0x5d, 0x7d])

// Deeply nested small values would become hundreds of times as long. The output is limited to this
// multiple of the input; beyond it, line breaks and indentation are left out.
const growthMax = 8
const growthMin = 64 * 1024

// Yields to the caller between slices, so that the event loop can run other work.
const sliceBytes = 32 * 1024

/**
 * Indents JSON with two spaces per level (ENC-040). The input is compact and may be cut anywhere;
 * its final newline is dropped. Empty lists and objects stay on one line.
 */
export function* indentJson(pieces: Iterable<Piece>): Iterable<Piece> {
  const layout = {
    depth: 0,
    isInText: false,
    isEscaped: false,
    isOpen: false,
    room: growthMin,
  }
  for (const piece of pieces) {
    if (!piece) {
      yield undefined
      continue
    }
    for (let offset = 0; offset < piece.length; offset += sliceBytes) {
      yield slice(piece.subarray(offset, offset + sliceBytes), layout)
    }
  }
}

type Layout = {
  depth: number
  isInText: boolean
  isEscaped: boolean
  /** The last byte opened a list or an object, which may be empty. */
  isOpen: boolean
  /** The number of blanks that may still be added. */
  room: number
}

function slice(bytes: Buffer, layout: Layout): Buffer {
  layout.room += (growthMax - 1) * bytes.length
  const out: Out = { bytes: Buffer.allocUnsafe(4 * bytes.length + 1024), length: 0 }
  for (const byte of bytes) {
    if (layout.isInText) passText(byte, out, layout)
    else if (byte !== newline) layOut(byte, out, layout)
  }
  return out.bytes.subarray(0, out.length)
}

type Out = { bytes: Buffer; length: number }

function put(byte: number, out: Out): void {
  if (out.length === out.bytes.length) out.bytes = Buffer.concat([out.bytes, out.bytes])
  out.bytes[out.length] = byte
  out.length += 1
}

function passText(byte: number, out: Out, layout: Layout): void {
  put(byte, out)
  if (layout.isEscaped) layout.isEscaped = false
  else if (byte === backslash) layout.isEscaped = true
  else if (byte === quote) layout.isInText = false
}

/** Handles a byte outside of strings. */
function layOut(byte: number, out: Out, layout: Layout): void {
  const isEnd = closing.has(byte)
  if (isEnd) layout.depth -= 1
  if (layout.isOpen !== isEnd && (layout.isOpen || isEnd)) startLine(out, layout)
  layout.isOpen = opening.has(byte)
  put(byte, out)
  if (layout.isOpen) layout.depth += 1
  else if (byte === comma) startLine(out, layout)
  else if (byte === colon) put(space, out)
  else if (byte === quote) layout.isInText = true
}

function startLine(out: Out, layout: Layout): void {
  const blanks = 1 + 2 * layout.depth
  if (blanks > layout.room) return
  layout.room -= blanks
  put(newline, out)
  for (let blank = 1; blank < blanks; blank++) put(space, out)
}
