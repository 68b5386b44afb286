import { UnreadableDocument } from './codec.ts'

/** The major types, by the upper three bits of a head (RFC 8949, 3.1). */
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

/** A position in the bytes of a document. It reads the heads of data items. */
export class CborCursor {
  readonly bytes: Buffer
  offset = 0
  // One character per byte. A slice of it costs a fraction of a call of the decoder.
  readonly #latin1: string

  constructor(bytes: Buffer) {
    this.bytes = bytes
    this.#latin1 = bytes.toString('latin1')
  }

  /** Returns the next byte without consuming it. */
  peek(): number {
    const head = this.bytes[this.offset]
    if (head === undefined) throw this.fault('expected a data item, got the end')
    return head
  }

  /** Returns the major type of the next data item. */
  majorType(): number {
    return this.peek() >> 5
  }

  /** Reads a head and returns its argument. */
  argument(): number | bigint {
    const short = this.peek() & 0x1f
    if (short > 27) throw this.fault(`expected a data item, got 0x${this.peek().toString(16)}`)
    this.offset += 1
    if (short < 24) return short
    if (short === 24) return this.bytes.readUInt8(this.take(1))
    if (short === 25) return this.bytes.readUInt16BE(this.take(2))
    if (short === 26) return this.bytes.readUInt32BE(this.take(4))
    const exact = this.bytes.readBigUInt64BE(this.take(8))
    return exact > Number.MAX_SAFE_INTEGER ? exact : Number(exact)
  }

  /**
   * Reads the head of a data item with a length. A length that cannot fit into the remaining bytes,
   * at `bytesMin` per element, is refused before anything is allocated.
   */
  length(bytesMin: number): ItemLength {
    const start = this.offset
    if ((this.peek() & 0x1f) === 0x1f) {
      this.offset += 1
      return 'indefinite'
    }
    const length = Number(this.argument())
    if (length * bytesMin <= this.bytes.length - this.offset) return length
    throw this.fault(`a length of ${length}, beyond the end`, start)
  }

  /** Consumes the break code of an indefinite-length item, if it comes next. */
  takesBreak(): boolean {
    if (this.peek() !== breakCode) return false
    this.offset += 1
    return true
  }

  /** Skips some bytes and returns where they start. */
  take(count: number): number {
    const start = this.offset
    if (this.bytes.length - start < count) throw this.fault('expected a data item, got the end')
    this.offset += count
    return start
  }

  /** Returns the bytes from a position to the current one, one character each. */
  latin1(start: number): string {
    return this.#latin1.slice(start, this.offset)
  }

  /** Whether the bytes from a position to the current one are all ASCII. */
  isAscii(start: number): boolean {
    for (let offset = start; offset < this.offset; offset += 1) {
      if ((this.bytes[offset] ?? 0) > 0x7f) return false
    }
    return true
  }

  /** @param offset in bytes from the start of the document. Defaults to the current position. */
  fault(fault: string, offset = this.offset): UnreadableDocument {
    return new UnreadableDocument(`CBOR, offset ${offset}: ${fault}`)
  }
}
