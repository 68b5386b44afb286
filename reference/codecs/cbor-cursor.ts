import { UnreadableDocument } from './codec.ts'

/** What the upper three bits of a head say of a data item, in their order (RFC 8949, 3.1). */
export const majorTypes = [
  'an unsigned integer',
  'a negative integer',
  'a byte string',
  'a text string',
  'an array',
  'a map',
  'a tag',
  'a simple value or a float',
] as const

export type ItemLength = number | 'indefinite'

const breakCode = 0xff

/** A position in the bytes of a document, which reads the heads of its data items. */
export class CborCursor {
  readonly bytes: Buffer
  at = 0
  // One character a byte: a piece of it costs a fraction of a call of the decoder.
  readonly #latin1: string

  constructor(bytes: Buffer) {
    this.bytes = bytes
    this.#latin1 = bytes.toString('latin1')
  }

  /** The first byte of what comes next, which is not taken. */
  peek(): number {
    const head = this.bytes[this.at]
    if (head === undefined) throw this.fault('expected a data item, got the end')
    return head
  }

  /** The index of what comes next among the `sorts`. */
  sort(): number {
    return this.peek() >> 5
  }

  /** Takes a head: its number, in as many bytes as it was written in. */
  argument(): number | bigint {
    const short = this.peek() & 0x1f
    if (short > 27) throw this.fault(`expected a data item, got 0x${this.peek().toString(16)}`)
    this.at += 1
    if (short < 24) return short
    if (short === 24) return this.bytes.readUInt8(this.take(1))
    if (short === 25) return this.bytes.readUInt16BE(this.take(2))
    if (short === 26) return this.bytes.readUInt32BE(this.take(4))
    const exact = this.bytes.readBigUInt64BE(this.take(8))
    return exact > Number.MAX_SAFE_INTEGER ? exact : Number(exact)
  }

  /**
   * Takes the head of something that has a length. What cannot fit into the bytes that are left, if
   * each of its parts takes as few as it can, is refused before anything is made for it.
   */
  length(bytesMin: number): ItemLength {
    const start = this.at
    if ((this.peek() & 0x1f) === 0x1f) {
      this.at += 1
      return 'indefinite'
    }
    const length = Number(this.argument())
    if (length * bytesMin <= this.bytes.length - this.at) return length
    throw this.fault(`a length of ${length}, beyond the end`, start)
  }

  /** Takes the end of something of indefinite length, if that comes next. */
  takesBreak(): boolean {
    if (this.peek() !== breakCode) return false
    this.at += 1
    return true
  }

  /** Goes past some bytes, and gives where they start. */
  take(count: number): number {
    const start = this.at
    if (this.bytes.length - start < count) throw this.fault('expected a data item, got the end')
    this.at += count
    return start
  }

  /** The bytes from a place to the current one, one character each. */
  latin1(start: number): string {
    return this.#latin1.slice(start, this.at)
  }

  /** Whether the bytes from a place to the current one are all of ASCII. */
  isAscii(start: number): boolean {
    for (let at = start; at < this.at; at += 1) {
      if ((this.bytes[at] ?? 0) > 0x7f) return false
    }
    return true
  }

  /** @param at in bytes from the start of the document; the current place unless given */
  fault(fault: string, at = this.at): UnreadableDocument {
    return new UnreadableDocument(`CBOR, offset ${at}: ${fault}`)
  }
}
