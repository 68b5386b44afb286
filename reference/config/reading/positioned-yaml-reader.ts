// A YAML reading that remembers where every value stands.

import type { ResumableTask } from '../../lib/event-loop.ts'
import {
  type YamlKey,
  type NodeProperties,
  YamlDocumentReader,
} from '../../codecs/yaml-document-reader.ts'
import type { YamlCursor } from '../../codecs/yaml-cursor.ts'
import type { ValuePath } from '../config-rules.ts'

export type DuplicateKey = { readonly path: ValuePath; readonly offset: number }

/** Where a value stands, and where those in it do. */
type Place = { readonly offset: number; below?: Map<string | number, Place> }

// A hostile document can repeat members a million times under long paths; it is refused for the
// first ones all the same.
const repeatedPartsMax = 100_000

type Values = Record<string, unknown>

export class PositionedYamlReader extends YamlDocumentReader {
  readonly repeated: DuplicateKey[] = []
  #repeatedParts = 0
  /** What leads to the value being read. */
  readonly #names: (string | number)[] = []
  /** The places of the whole document and of all on the way to the value being read. */
  readonly #places: Place[]
  #level = 0
  /** Where the last value or key began. */
  #began = 0
  /** What a member is being set in. */
  #target: Values | undefined
  #isAgain = false

  constructor(cursor: YamlCursor) {
    super(cursor)
    this.#places = [{ offset: cursor.at }]
  }

  /** Where a value stands, or what holds it where it is absent. */
  offsetOf(path: ValuePath): number {
    let place = this.#placeAt(0)
    for (const part of path) {
      const next = place.below?.get(part)
      if (!next) break
      place = next
    }
    return place.offset
  }

  override *nested<T>(read: () => ResumableTask<T>): ResumableTask<T> {
    this.#level += 1
    const value = yield* super.nested(read)
    this.#level -= 1
    return value
  }

  override properties(): NodeProperties {
    this.#began = this.cursor.at
    return super.properties()
  }

  override enter(part: string | number): void {
    super.enter(part)
    if (this.#target) {
      // A merge that brings what is there already repeats it, to genuine servers too.
      this.#isAgain ||= Object.hasOwn(this.#target, part)
      if (part !== this.#names[this.#level - 1]) this.#put(part, this.#mergedPlace(part))
      return
    }
    this.#names[this.#level - 1] = part
    const place = { offset: typeof part === 'number' ? this.#ahead() : this.#began }
    this.#places[this.#level] = place
    this.#put(part, place)
  }

  override put(object: Values, key: YamlKey, value: unknown): void {
    this.#isAgain = false
    // Setting a member names it once more, when its value has been read.
    this.#target = object
    super.put(object, key, value)
    this.#target = undefined
    if (!this.#isAgain || this.#repeatedParts > repeatedPartsMax) return
    this.#repeatedParts += this.#level
    const path = this.#names.slice(0, this.#level)
    this.repeated.push({ path, offset: this.#placeAt(this.#level).offset })
  }

  /** Of a member that is there again the last counts, and so does its place. */
  #put(part: string | number, place: Place): void {
    const holder = this.#places[this.#level - 1]
    // An object that is a key stands in no member yet, and is refused when it has been read.
    if (!holder) return
    holder.below ??= new Map()
    holder.below.set(part, place)
  }

  /** Where a merge has a member, or the merge itself where an alias brings it. */
  #mergedPlace(part: string | number): Place {
    const { below, offset } = this.#placeAt(this.#level)
    return below?.get(part) ?? { offset }
  }

  #placeAt(level: number): Place {
    const place = this.#places[level]
    if (!place) throw new Error(`expected a place at level ${level}, got none`)
    return place
  }

  /** Where an item begins of which only the dash or comma before it has been read. */
  #ahead(): number {
    const { text, at } = this.cursor
    const next = text.slice(at, at + 100).search(/[^ \t]/)
    return next === -1 || text[at + next] === '\n' ? at : at + next
  }
}
