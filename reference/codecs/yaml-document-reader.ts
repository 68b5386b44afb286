import { everySteps, type ResumableTask } from '../lib/event-loop.ts'
import { duplicateCollector } from './json-duplicates.ts'
import { depthMax } from './read-json.ts'
import { setOwnMember } from './set-member.ts'
import { isWhiteSpaceOrEnd } from './yaml-cursor.ts'
import type { YamlCursor } from './yaml-cursor.ts'
import { resolvePlainScalar, resolveTaggedScalar } from './yaml-scalar-resolution.ts'

/** The tag and anchor that may precede a value. */
export type NodeProperties = { readonly tag?: string; readonly anchor?: string }

export const noProperties: NodeProperties = {}

/** The text of a scalar. A plain text may stand for another type than a string. */
export type YamlText = { readonly text: string; readonly isPlain: boolean }

export type YamlKey = { readonly name: string; readonly isMerge: boolean }

type Values = Record<string, unknown>

// The value of an alias is copied, so that a change in one place does not affect another. This
// limits the total weight of all copies, where the weight of a value is the length of its text plus
// one. It is more than hand-written documents need, and copied in some tens of milliseconds.
const aliasedMax = 500_000

// About one to several milliseconds of work.
const valuesOfTurn = 500

/** Reads one document, in block or in flow style. */
export class YamlDocumentReader {
  readonly cursor: YamlCursor
  /** Counts values. Returns whether it is time to let other work run. */
  readonly isDue = everySteps(valuesOfTurn)
  readonly #path: (string | number)[] = []
  #depth = 0
  readonly #duplicates = duplicateCollector()
  readonly #anchors = new Map<string, unknown>()
  #aliased = 0

  constructor(cursor: YamlCursor) {
    this.cursor = cursor
  }

  /** Returns the paths of duplicate members. */
  duplicates(): string[] {
    return this.#duplicates.paths()
  }

  /** Runs the reader of a list or an object one level deeper. */
  *nested<T>(read: () => ResumableTask<T>): ResumableTask<T> {
    if (this.#depth === depthMax) throw this.cursor.fault(`nested deeper than ${depthMax}`)
    this.#depth += 1
    const value = yield* read()
    this.#depth -= 1
    return value
  }

  /** Sets the path of the value to be read next in its collection. */
  enter(part: string | number): void {
    this.#path[this.#depth - 1] = part
  }

  /**
   * Sets a member, or the members of a merge. The last of duplicate members applies, as elsewhere.
   */
  put(object: Values, { name, isMerge }: YamlKey, value: unknown): void {
    if (isMerge) {
      for (const merged of this.#sources(value)) {
        for (const [name, member] of Object.entries(merged)) this.#set(object, name, member)
      }
    } else this.#set(object, name, value)
  }

  #set(object: Values, name: string, value: unknown): void {
    this.enter(name)
    if (Object.hasOwn(object, name)) this.#duplicates.add(this.#path.slice(0, this.#depth))
    setOwnMember(object, name, value)
  }

  /** Returns the objects to be merged, in the order of increasing precedence. */
  #sources(value: unknown): Values[] {
    const sources = Array.isArray(value) ? value.toReversed() : [value]
    if (sources.every(isObject)) return sources
    throw this.cursor.fault('expected an object, or a list of objects, to merge')
  }

  /** Reads a tag and an anchor, in any order, with the white space after each. */
  properties(): NodeProperties {
    let found = noProperties
    for (;;) {
      const { cursor } = this
      const start = cursor.text[cursor.offset]
      if (start !== '&' && start !== '!') return found
      if (start === '&' ? found.anchor !== undefined : found.tag !== undefined) {
        throw cursor.unexpected(`one ${start === '&' ? 'anchor' : 'tag'} only`)
      }
      found = start === '&' ? { ...found, anchor: this.#anchor() } : { ...found, tag: this.#tag() }
      cursor.skipWhite()
    }
  }

  #anchor(): string {
    const name = this.#word(anchorSyntax, 'the name of an anchor').slice(1)
    // An anchor cannot be used inside its value.
    this.#anchors.delete(name)
    return name
  }

  #tag(): string {
    const { offset } = this.cursor
    const written = this.#word(tagSyntax, 'a tag')
    const tag = written.replace(/^!<tag:yaml\.org,2002:(.*)>$/, '!!$1')
    if (tags.has(tag)) return tag
    throw this.cursor.fault(`expected a tag that JSON has a value for, got ${tag}`, offset)
  }

  #word(syntax: RegExp, expected: string): string {
    const { cursor } = this
    syntax.lastIndex = cursor.offset
    const word = syntax.exec(cursor.text)?.[0]
    if (word === undefined) throw cursor.unexpected(expected)
    cursor.offset += word.length
    if (isWhiteSpaceOrEnd(cursor.code()) || flowEnd.test(cursor.text.charAt(cursor.offset)))
      return word
    throw cursor.unexpected(`white space behind ${expected}`)
  }

  /** Reads an alias and returns a copy of its value. */
  alias(): unknown {
    const { offset } = this.cursor
    const name = this.#word(aliasSyntax, 'the name of an alias').slice(1)
    if (this.#anchors.has(name)) return this.#copy(this.#anchors.get(name), this.#depth)
    throw this.cursor.fault(
      `expected an anchor ${name} that ends before this alias, got none`,
      offset,
    )
  }

  #copy(value: unknown, depth: number): unknown {
    this.#aliased += 1 + (typeof value === 'string' ? value.length : 0)
    if (this.#aliased > aliasedMax) throw this.cursor.fault('aliases for too many values')
    if (typeof value !== 'object' || value === null) return value
    if (depth === depthMax) throw this.cursor.fault(`an alias nested deeper than ${depthMax}`)
    if (Array.isArray(value)) return value.map(item => this.#copy(item, depth + 1))
    const copy: Values = {}
    for (const [name, member] of Object.entries(value)) {
      this.#aliased += name.length
      setOwnMember(copy, name, this.#copy(member, depth + 1))
    }
    return copy
  }

  /** Completes a value with its properties. */
  finished<T>(value: T, { anchor }: NodeProperties): T {
    if (anchor !== undefined) this.#anchors.set(anchor, value)
    return value
  }

  /** Completes a list or an object with its properties. */
  collection<T extends object>(value: T, properties: NodeProperties): T {
    const { tag = '!' } = properties
    if (tag === '!' || tag === (Array.isArray(value) ? '!!seq' : '!!map')) {
      return this.finished(value, properties)
    }
    throw this.cursor.fault(`expected a value for the tag ${tag}, got a list or an object before`)
  }

  /** Resolves the value of a scalar. */
  scalar({ text, isPlain }: YamlText, properties: NodeProperties): unknown {
    const { tag } = properties
    const value = tag ? resolveTaggedScalar(tag, text) : isPlain ? resolvePlainScalar(text) : text
    if (value === undefined) throw this.cursor.fault(`expected a value for the tag ${tag} before`)
    if (typeof value === 'number' && !Number.isFinite(value)) {
      throw this.cursor.fault(`expected a finite number before, got ${text}`)
    }
    return this.finished(value, properties)
  }

  /** Returns the member name of a key. The genuine server accepts numbers and booleans as keys. */
  key(value: unknown, written?: YamlText): YamlKey {
    if (value === null || typeof value === 'object') {
      throw this.cursor.fault('expected a text as the key before')
    }
    return { name: String(value), isMerge: written?.isPlain === true && written.text === '<<' }
  }
}

const anchorSyntax = /&[\w-]+/y
const aliasSyntax = /\*[\w-]+/y
const tagSyntax = /!(?:<[^>\s]*>|[^\s,[\]{}]*)/y
const flowEnd = /[,[\]{}]/
const tags = new Set([
  '!',
  ...['str', 'int', 'float', 'bool', 'null', 'map', 'seq'].map(n => `!!${n}`),
])

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
