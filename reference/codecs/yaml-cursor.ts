import { UnreadableDocument } from './codec.ts'

const tabCode = 0x09
const newline = 0x0a
const space = 0x20
const hash = 0x23

/**
 * Whether a code is white space, a newline, or NaN, which `charCodeAt` returns at the end of the
 * text.
 */
export const isWhiteSpaceOrEnd = (code: number): boolean =>
  code === space || code === newline || code === tabCode || Number.isNaN(code)

/** A position in a text with newlines as the only line ends. */
export class YamlCursor {
  readonly text: string
  offset = 0
  /** The start of the current line. */
  lineStart = 0
  // The position of the first content in a line, if only white space precedes it.
  #content = -1

  constructor(text: string) {
    this.text = text
  }

  /** Returns the character code at an offset, or NaN past the end. */
  code(ahead = 0): number {
    return this.text.charCodeAt(this.offset + ahead)
  }

  get column(): number {
    return this.offset - this.lineStart
  }

  /** Whether only white space precedes the position in its line. */
  get isFresh(): boolean {
    return this.offset === this.#content
  }

  /** Advances to the next content, past white space, comments and line ends. */
  advance(): void {
    let isFresh = this.offset === this.lineStart || this.isFresh
    for (;;) {
      this.skipWhite()
      if (this.code() === hash && isWhiteSpaceOrEnd(this.code(-1))) this.#skipLine()
      if (this.code() !== newline) break
      this.crossLine()
      isFresh = true
    }
    if (isFresh) this.#content = this.offset
  }

  skipWhite(): void {
    let code = this.text.charCodeAt(this.offset)
    while (code === space || code === tabCode) {
      this.offset += 1
      code = this.text.charCodeAt(this.offset)
    }
  }

  /** Moves from the end of a line to the start of the next. */
  crossLine(): void {
    this.offset += 1
    this.lineStart = this.offset
  }

  /** Returns the end of the current line. */
  lineEnd(): number {
    const end = this.text.indexOf('\n', this.offset)
    return end === -1 ? this.text.length : end
  }

  #skipLine(): void {
    this.offset = this.lineEnd()
  }

  /** Whether the text or the document ends here. */
  ends(): boolean {
    return this.offset >= this.text.length || this.marker() !== undefined
  }

  /** Returns the document marker at the position, if there is one. */
  marker(): '---' | '...' | undefined {
    if (this.column !== 0 || !isWhiteSpaceOrEnd(this.code(3))) return undefined
    if (this.text.startsWith('---', this.offset)) return '---'
    return this.text.startsWith('...', this.offset) ? '...' : undefined
  }

  /** Whether the next character is this indicator, followed by white space. */
  hasIndicator(code: number): boolean {
    return this.code() === code && isWhiteSpaceOrEnd(this.code(1))
  }

  /** Refuses tabs in indentation, because their width is not defined. */
  refuseTab(): void {
    const tab = this.text.slice(this.lineStart, this.offset).indexOf('\t')
    if (tab === -1) return
    throw this.fault('expected spaces in a margin, got a tab', this.lineStart + tab)
  }

  unexpected(expected: string): UnreadableDocument {
    const character = this.text.codePointAt(this.offset)
    const shown = character === undefined ? '' : JSON.stringify(String.fromCodePoint(character))
    const got = character === undefined ? 'the end' : character === newline ? 'a new line' : shown
    return this.fault(`expected ${expected}, got ${got}`)
  }

  fault(fault: string, offset = this.offset): UnreadableDocument {
    const before = this.text.slice(0, offset).split('\n')
    const column = (before.at(-1)?.length ?? 0) + 1
    return new UnreadableDocument(`YAML, line ${before.length}, column ${column}: ${fault}`)
  }
}
