// The strict JSON reader and its writer. `JSON.parse` takes the last of several members with one
// name in silence and rounds integers beyond 2^53; here the first are reported with their paths
// (ERR-002, ERR-004) and the second are kept exactly, as bigint.

import { isUtf8 } from 'node:buffer'
import { UnreadableDocument } from './codec.ts'
import type { Document } from './codec.ts'
import { duplicates } from './json-duplicates.ts'
import { setMember } from './set-member.ts'

/** Not JSON, or beyond the limits of this reader. */
export class JsonSyntaxError extends UnreadableDocument {
  override name = 'JsonSyntaxError'
  /** In bytes from the start of the body. */
  readonly offset: number

  constructor(fault: string, offset: number) {
    super(`JSON, offset ${offset}: ${fault}`)
    this.offset = offset
  }
}

// Reader and writer recurse, and JSON.stringify looks for each value among all that hold it: at this
// depth both are far from the end of the stack, and a body of some megabytes takes no second.
export const depthMax = 250

/** Reads one JSON value from UTF-8. @throws JsonSyntaxError */
export function readJson(bytes: Buffer): Document {
  const text = bytes.toString('utf8')
  if (!isUtf8(bytes)) throw new JsonSyntaxError('expected UTF-8', firstReplaced(bytes, text))
  return new Reader(text).read()
}

/**
 * One JSON value in UTF-8, without white space. Members that are undefined are left out, as by
 * `JSON.stringify`; a member name occurs once, since objects hold it once.
 */
export function writeJson(value: unknown): Buffer {
  try {
    return Buffer.from(JSON.stringify(value))
  } catch (error) {
    // JSON.stringify is several times faster than any walk of ours and refuses only bigint, which
    // is rare and which it reports by throwing.
    if (!(error instanceof TypeError)) throw error
    return Buffer.from(textOf(value))
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  let text = ''
  let separator = ''
  if (Array.isArray(value)) {
    for (const item of value) {
      text += separator + textOf(item ?? null)
      separator = ','
    }
    return `[${text}]`
  }
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue
    text += `${separator}${JSON.stringify(name)}:${textOf(member)}`
    separator = ','
  }
  return `{${text}}`
}

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

const numberSyntax = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const isInteger = /^-?\d+$/

/** Half of a surrogate pair: only an escape brings one, and no other encoding has any (ENC-013). */
export const halfPair = /\p{Surrogate}/u

/** A position in one text. Past the end `charCodeAt` gives NaN, which equals no character. */
class Reader {
  readonly #text: string
  #at = 0
  /** The member names and indexes that lead to the value being read. */
  readonly #path: (string | number)[] = []
  #depth = 0
  readonly #duplicates = duplicates()

  constructor(text: string) {
    this.#text = text
  }

  read(): Document {
    const value = this.#value()
    this.#space()
    if (this.#at < this.#text.length) throw this.#unexpected('the end')
    return { value, duplicates: this.#duplicates.paths() }
  }

  #value(): unknown {
    const code = this.#space()
    if (code === quote) return this.#string()
    if (code === openBrace) return this.#object()
    if (code === openBracket) return this.#array()
    if (this.#takes('true')) return true
    if (this.#takes('false')) return false
    if (this.#takes('null')) return null
    return this.#number()
  }

  #object(): Record<string, unknown> {
    const object: Record<string, unknown> = {}
    this.#enter()
    if (this.#space() === closeBrace) return this.#leave(object)
    for (;;) {
      if (this.#space() !== quote) throw this.#unexpected('a member name in double quotes')
      const name = this.#string()
      this.#path[this.#depth - 1] = name
      if (Object.hasOwn(object, name)) this.#duplicates.add(this.#path.slice(0, this.#depth))
      if (this.#space() !== colon) throw this.#unexpected("':' after the member name")
      this.#at += 1
      const value = this.#value()
      setMember(object, name, value)
      const next = this.#space()
      if (next === closeBrace) return this.#leave(object)
      if (next !== comma) throw this.#unexpected("',' or '}' after the member")
      this.#at += 1
    }
  }

  #array(): unknown[] {
    const array: unknown[] = []
    this.#enter()
    if (this.#space() === closeBracket) return this.#leave(array)
    for (;;) {
      this.#path[this.#depth - 1] = array.length
      array.push(this.#value())
      const next = this.#space()
      if (next === closeBracket) return this.#leave(array)
      if (next !== comma) throw this.#unexpected("',' or ']' after the item")
      this.#at += 1
    }
  }

  #enter() {
    if (this.#depth === depthMax) throw this.#fault(`nested deeper than ${depthMax}`)
    this.#depth += 1
    this.#at += 1
  }

  #leave<T>(value: T): T {
    this.#depth -= 1
    this.#at += 1
    return value
  }

  #string(): string {
    const start = this.#at + 1
    let at = start
    let code = this.#text.charCodeAt(at)
    while (code !== quote && code !== backslash && code >= 0x20) {
      at += 1
      code = this.#text.charCodeAt(at)
    }
    if (code === quote) {
      this.#at = at + 1
      return this.#text.slice(start, at)
    }
    return this.#stringWithEscapes(start, at)
  }

  /** Finds the end of a string that has escapes; `JSON.parse` judges and decodes them. */
  #stringWithEscapes(start: number, firstEscape: number): string {
    let at = firstEscape
    let code = this.#text.charCodeAt(at)
    while (code !== quote) {
      if (Number.isNaN(code)) throw this.#fault('a string without its closing quote')
      at += code === backslash ? 2 : 1
      code = this.#text.charCodeAt(at)
    }
    const string = this.#decoded(this.#text.slice(start - 1, at + 1))
    if (halfPair.test(string)) throw this.#fault('a string with half a surrogate pair')
    this.#at = at + 1
    return string
  }

  #decoded(literal: string): string {
    try {
      return JSON.parse(literal) as string
    } catch {
      // Throwing is how `JSON.parse` says no; its own offset is not to be had.
      throw this.#fault('a string with a bad escape or a control character')
    }
  }

  #number(): number | bigint {
    numberSyntax.lastIndex = this.#at
    if (!numberSyntax.test(this.#text)) throw this.#unexpected('a value')
    const text = this.#text.slice(this.#at, numberSyntax.lastIndex)
    const value = Number(text)
    // JSON.parse would give Infinity, which no writer can write back.
    if (!Number.isFinite(value)) throw this.#fault('a number beyond the range of a double')
    this.#at = numberSyntax.lastIndex
    return Number.isSafeInteger(value) || !isInteger.test(text) ? value : BigInt(text)
  }

  #takes(word: string): boolean {
    if (!this.#text.startsWith(word, this.#at)) return false
    this.#at += word.length
    return true
  }

  /** Skips white space and gives the character that follows, which is not taken. */
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

/** Where decoding put a replacement character that the bytes do not hold. */
function firstReplaced(bytes: Buffer, text: string): number {
  const again = Buffer.from(text)
  return again.findIndex((byte, index) => byte !== bytes[index])
}
