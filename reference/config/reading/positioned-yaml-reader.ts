// A YAML reader that records the position of every value.

import type { ResumableTask } from '../../lib/event-loop.ts'
import {
  type YamlKey,
  type NodeProperties,
  YamlDocumentReader,
} from '../../codecs/yaml-document-reader.ts'
import type { YamlCursor } from '../../codecs/yaml-cursor.ts'
import type { ValuePath } from '../config-rules.ts'

export type DuplicateKey = { readonly path: ValuePath; readonly offset: number }

/** The position of a value and those of its members and items. */
type Place = { readonly offset: number; below?: Map<string | number, Place> }

// A hostile document can repeat a million members with long paths. Only the first ones are
// recorded, which is enough to refuse it.
const repeatedPartsMax = 100_000

type Values = Record<string, unknown>

export class PositionedYamlReader extends YamlDocumentReader {
  readonly repeated: DuplicateKey[] = []
  #repeatedParts = 0
  /** The path of the value being read. */
  readonly #names: (string | number)[] = []
  /** The places of the document and of all values on the path to the value being read. */
  readonly #places: Place[]
  #level = 0
  /** The offset at which the last value or key began. */
  #began = 0
  /** The object in which a member is being set. */
  #target: Values | undefined
  #isAgain = false

  constructor(cursor: YamlCursor) {
    super(cursor)
    this.#places = [{ offset: cursor.offset }]
  }

  /** Returns the offset of a value, or of its nearest existing parent. */
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
    this.#began = this.cursor.offset
    return super.properties()
  }

  override enter(part: string | number): void {
    super.enter(part)
    if (this.#target) {
      // A merge that brings an existing member counts as a repetition, as for genuine servers.
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
    // Setting a member calls `enter` again, after its value has been read.
    this.#target = object
    super.put(object, key, value)
    this.#target = undefined
    if (!this.#isAgain || this.#repeatedParts > repeatedPartsMax) return
    this.#repeatedParts += this.#level
    const path = this.#names.slice(0, this.#level)
    this.repeated.push({ path, offset: this.#placeAt(this.#level).offset })
  }

  /** The last of repeated members applies, and so does its place. */
  #put(part: string | number, place: Place): void {
    const holder = this.#places[this.#level - 1]
    // An object used as a key has no enclosing member yet. It is refused after it has been read.
    if (!holder) return
    holder.below ??= new Map()
    holder.below.set(part, place)
  }

  /**
   * Returns the place of a merged member, or of the merge itself if the member comes from an alias.
   */
  #mergedPlace(part: string | number): Place {
    const { below, offset } = this.#placeAt(this.#level)
    return below?.get(part) ?? { offset }
  }

  #placeAt(level: number): Place {
    const place = this.#places[level]
    if (!place) throw new Error(`expected a place at level ${level}, got none`)
    return place
  }

  /** Returns the offset of an item of which only the dash or comma has been read. */
  #ahead(): number {
    const { text, offset } = this.cursor
    const next = text.slice(offset, offset + 100).search(/[^ \t]/)
    return next === -1 || text[offset + next] === '\n' ? offset : offset + next
  }
}
