// The reader of one JSON text. It keeps the enclosing containers in lists rather than on the call
// stack, so that it can pause between any two values and resume.

import { UnreadableDocument } from './codec.ts'
import type { ParsedDocument } from './codec.ts'
import { duplicateCollector } from './json-duplicates.ts'
import { setOwnMember } from './set-member.ts'

/** The text is not JSON, or exceeds the limits of this reader. */
export class JsonSyntaxError extends UnreadableDocument {
  override name = 'JsonSyntaxError'
  /** In bytes from the start of the body. */
  readonly offset: number

  constructor(fault: string, offset: number) {
    super(`JSON, offset ${offset}: ${fault}`)
    this.offset = offset
  }
}

// The writer recurses, and JSON.stringify searches all enclosing objects for each value. At this
// depth both are far from a stack overflow, and a body of some megabytes takes less than a second.
export const jsonDepthMax = 250

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/** Returned for a value whose members or items follow. */
const begun = Symbol('begun')

const numberSyntax = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
// A character loop over megabytes may run in the interpreter, which takes half a second. A regular
// expression does not.
const plainText = /[ !#-[\]-\uffff]*/y
const nearCharacters = 100
const isInteger = /^-?\d+$/

/**
 * Half of a surrogate pair. Only an escape can produce one, and other encodings cannot represent it
 * (ENC-013).
 */
export const loneSurrogate = /\p{Surrogate}/u

type Holder = unknown[] | Record<string, unknown>

/** A position in one text. Past the end, `charCodeAt` returns NaN, which equals no character. */
export class JsonReader {
  readonly #text: string
  #at = 0
  /** The enclosing lists and objects, and the names of the current members in the objects. */
  readonly #holders: Holder[] = []
  readonly #names: string[] = []
  readonly #duplicates = duplicateCollector()

  constructor(text: string) {
    this.#text = text
  }

  /** Reads about `characters` further characters. Returns undefined if the text has not ended. */
  read(characters = Number.POSITIVE_INFINITY): ParsedDocument | undefined {
    const until = this.#at + characters
    while (this.#at < until) {
      const value = this.#start()
      if (value !== begun && this.#ends(value)) {
        return { value: this.#whole, duplicates: this.#duplicates.paths() }
      }
    }
    return undefined
  }

  #whole: unknown

  /**
   * Reads a value without members or items. Returns `begun` for a list or object, whose first
   * element is next.
   */
  #start(): unknown {
    const code = this.#space()
    if (code === quote) return this.#string()
    if (code === openBrace) return this.#startOf({}, closeBrace)
    if (code === openBracket) return this.#startOf([], closeBracket)
    if (this.#takes('true')) return true
    if (this.#takes('false')) return false
    if (this.#takes('null')) return null
    return this.#number()
  }

  #startOf(holder: Holder, close: number): unknown {
    if (this.#holders.length === jsonDepthMax)
      throw this.#fault(`nested deeper than ${jsonDepthMax}`)
    this.#at += 1
    if (this.#space() === close) {
      this.#at += 1
      return holder
    }
    this.#holders.push(holder)
    if (close === closeBrace) this.#member()
    return begun
  }

  /**
   * Adds a value to its container, and closes the containers that end after it. Returns whether the
   * document has ended.
   */
  #ends(given: unknown): boolean {
    let value = given
    for (;;) {
      const holder = this.#holders[this.#holders.length - 1]
      if (holder === undefined) {
        this.#space()
        if (this.#at < this.#text.length) throw this.#unexpected('the end')
        this.#whole = value
        return true
      }
      const isList = Array.isArray(holder)
      if (isList) holder.push(value)
      else setOwnMember(holder, this.#names[this.#holders.length - 1] ?? '', value)
      const next = this.#space()
      if (next === comma) {
        this.#at += 1
        if (!isList) this.#member()
        return false
      }
      if (next !== (isList ? closeBracket : closeBrace)) {
        throw this.#unexpected(isList ? "',' or ']' after the item" : "',' or '}' after the member")
      }
      this.#at += 1
      this.#holders.pop()
      value = holder
    }
  }

  /** Reads the name of the next member. */
  #member(): void {
    if (this.#space() !== quote) throw this.#unexpected('a member name in double quotes')
    const name = this.#string()
    const last = this.#holders.length - 1
    this.#names[last] = name
    const holder = this.#holders[last]
    if (holder && Object.hasOwn(holder, name)) this.#duplicates.add(this.#path())
    if (this.#space() !== colon) throw this.#unexpected("':' after the member name")
    this.#at += 1
  }

  /** Returns the path of the next value. The index of an item is the number of items before it. */
  #path(): (string | number)[] {
    return this.#holders.map((holder, depth) =>
      Array.isArray(holder) ? holder.length : (this.#names[depth] ?? ''),
    )
  }

  #string(): string {
    const start = this.#at + 1
    let offset = start
    const near = start + nearCharacters
    let code = this.#text.charCodeAt(offset)
    while (code !== quote && code !== backslash && code >= 0x20 && offset < near) {
      offset += 1
      code = this.#text.charCodeAt(offset)
    }
    if (offset === near) {
      plainText.lastIndex = offset
      plainText.test(this.#text)
      offset = plainText.lastIndex
      code = this.#text.charCodeAt(offset)
    }
    if (code === quote) {
      this.#at = offset + 1
      return this.#text.slice(start, offset)
    }
    return this.#stringWithEscapes(start, offset)
  }

  /** Finds the end of a string with escapes. `JSON.parse` checks and decodes them. */
  #stringWithEscapes(start: number, firstEscape: number): string {
    let offset = firstEscape
    let code = this.#text.charCodeAt(offset)
    while (code !== quote) {
      if (Number.isNaN(code)) throw this.#fault('a string without its closing quote')
      offset += code === backslash ? 2 : 1
      code = this.#text.charCodeAt(offset)
    }
    const string = this.#decoded(this.#text.slice(start - 1, offset + 1))
    if (loneSurrogate.test(string)) throw this.#fault('a string with half a surrogate pair')
    this.#at = offset + 1
    return string
  }

  #decoded(literal: string): string {
    try {
      return JSON.parse(literal) as string
    } catch {
      // `JSON.parse` throws without an accessible offset.
      throw this.#fault('a string with a bad escape or a control character')
    }
  }

  #number(): number | bigint {
    numberSyntax.lastIndex = this.#at
    if (!numberSyntax.test(this.#text)) throw this.#unexpected('a value')
    const text = this.#text.slice(this.#at, numberSyntax.lastIndex)
    const value = Number(text)
    // JSON.parse would return Infinity, which no writer can represent.
    if (!Number.isFinite(value)) throw this.#fault('a number beyond the range of a double')
    this.#at = numberSyntax.lastIndex
    return Number.isSafeInteger(value) || !isInteger.test(text) ? value : BigInt(text)
  }

  #takes(word: string): boolean {
    if (!this.#text.startsWith(word, this.#at)) return false
    this.#at += word.length
    return true
  }

  /** Skips white space and returns the next character code without consuming it. */
  #space(): number {
    let code = this.#text.charCodeAt(this.#at)
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
      this.#at += 1
      code = this.#text.charCodeAt(this.#at)
    }
    return code
  }

  #unexpected(expected: string): JsonSyntaxError {
    const character = this.#text.codePointAt(this.#at)
    const got =
      character === undefined ? 'the end' : JSON.stringify(String.fromCodePoint(character))
    return this.#fault(`expected ${expected}, got ${got}`)
  }

  #fault(fault: string): JsonSyntaxError {
    return new JsonSyntaxError(fault, Buffer.byteLength(this.#text.slice(0, this.#at)))
  }
}
