// JSON for people, made from JSON for machines without reading what it says: one look at each byte.

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const backslash = 0x5c
const newline = 0x0a
const space = 0x20
const opening = new Set([0x5b, 0x7b])
const closing = new Set([0x5d, 0x7d])

/**
 * A text of JSON, in pieces that may be cut anywhere, laid out with two spaces a level (ENC-040).
 * The text comes compact; its last newline is left out. Empty lists and objects stay together.
 */
export function* indented(pieces: Iterable<Buffer>): Iterable<Buffer> {
  const layout = { depth: 0, isInText: false, isEscaped: false, isOpen: false }
  for (const piece of pieces) yield laidOut(piece, layout)
}

type Layout = {
  depth: number
  isInText: boolean
  isEscaped: boolean
  /** The last byte opened a list or an object, which may be empty. */
  isOpen: boolean
}

function laidOut(piece: Buffer, layout: Layout): Buffer {
  const out: number[] = []
  for (const byte of piece) {
    if (layout.isInText) text(byte, out, layout)
    else if (byte !== newline) mark(byte, out, layout)
  }
  return Buffer.from(out)
}

function text(byte: number, out: number[], layout: Layout): void {
  out.push(byte)
  if (layout.isEscaped) layout.isEscaped = false
  else if (byte === backslash) layout.isEscaped = true
  else if (byte === quote) layout.isInText = false
}

/** A byte outside of texts. */
function mark(byte: number, out: number[], layout: Layout): void {
  const isEnd = closing.has(byte)
  if (isEnd) layout.depth -= 1
  if (layout.isOpen !== isEnd && (layout.isOpen || isEnd)) line(out, layout.depth)
  layout.isOpen = opening.has(byte)
  out.push(byte)
  if (layout.isOpen) layout.depth += 1
  else if (byte === comma) line(out, layout.depth)
  else if (byte === colon) out.push(space)
  else if (byte === quote) layout.isInText = true
}

function line(out: number[], depth: number): void {
  out.push(newline)
  for (let level = 0; level < depth; level++) out.push(space, space)
}
