// A JSON document while a patch changes it. Input values are never changed: containers on the path
// to a change are copied at the first change, and then changed in place.

import { isJsonObject, type JsonObject, ownMember } from '../api/object.ts'
import { quote } from '../api/quote.ts'
import { depthMax } from '../codecs/read-json.ts'
import { LongList } from './long-list.ts'
import { setOwnMember } from '../codecs/set-member.ts'
import { UnapplicablePatch } from './patch-errors.ts'
import { type JsonPointer, readIndex, unapplicableAt } from './json-pointer.ts'

/** A container of values. An array that the draft has copied is a LongList. */
type Container = JsonObject | readonly unknown[] | LongList

/** A container that the draft may change, and the key at the end of a pointer. */
type Place = { container: JsonObject | LongList; key: string }

const documentKey = 'document'

/**
 * A document that patches change. The original is not modified: objects are copied before their
 * first change.
 */
export class Draft {
  /** Holds the document, so that the document can be replaced like any member. */
  readonly #holder: JsonObject
  /** The objects that this draft has copied and that nothing else refers to. */
  readonly #fresh = new Set<object>()

  constructor(document: unknown) {
    this.#holder = { [documentKey]: document }
    this.#fresh.add(this.#holder)
  }

  /** Returns the document with all changes. @throws UnapplicablePatch */
  result(): unknown {
    return this.#settled(this.#holder[documentKey], 0)
  }

  /**
   * Returns the value at a pointer. The draft no longer changes it, so it may be kept and inserted
   * elsewhere. The cost is proportional to the size of the value. @throws UnapplicablePatch
   */
  read(pointer: JsonPointer): unknown {
    const { container, key, value } = this.#find(pointer)
    const settled = this.#settled(value, 0)
    // A container with a value to settle was copied by this draft.
    if (settled !== value) assign(container, key, settled)
    return settled
  }

  /** @throws UnapplicablePatch if there is no value */
  require(pointer: JsonPointer): void {
    this.#find(pointer)
  }

  /** Inserts an item of an array, or sets a member (PTCH-003). @throws UnapplicablePatch */
  add(pointer: JsonPointer, value: unknown): void {
    const { container, key } = this.#open(pointer)
    if (!(container instanceof LongList)) return setOwnMember(container, key, value)
    const index = readIndex(key, container.length)
    if (!(index <= container.length)) throw unapplicableAt(pointer, noItem(key, container.length))
    container.insert(index, value)
  }

  /** @throws UnapplicablePatch if there is no value, unless a member may be added (PTCH-005) */
  replace(pointer: JsonPointer, value: unknown, isAddedToo = false): void {
    const { container, key } = this.#open(pointer)
    if (container instanceof LongList || !isAddedToo) existing(container, key, pointer)
    assign(container, key, value)
  }

  /** Removes a value and returns it. @throws UnapplicablePatch if there is none (PTCH-004) */
  remove(pointer: JsonPointer): unknown {
    if (pointer.tokens.length === 0) {
      throw unapplicableAt(pointer, 'the document as a whole cannot be removed')
    }
    const { container, key } = this.#open(pointer)
    const value = existing(container, key, pointer)
    if (container instanceof LongList) container.remove(Number(key))
    else delete container[key]
    return value
  }

  #find(pointer: JsonPointer): { container: Container; key: string; value: unknown } {
    let container: Container = this.#holder
    let key = documentKey
    for (const token of pointer.tokens) {
      container = containerIn(container, key, pointer)
      key = token
    }
    return { container, key, value: existing(container, key, pointer) }
  }

  /** Copies all containers on the path of a pointer, if this draft has not yet copied them. */
  #open(pointer: JsonPointer): Place {
    let place: Place = { container: this.#holder, key: documentKey }
    for (const token of pointer.tokens) {
      const child = containerIn(place.container, place.key, pointer)
      const own = this.#own(child)
      if (own !== child) assign(place.container, place.key, own)
      place = { container: own, key: token }
    }
    return place
  }

  #own(container: Container): JsonObject | LongList {
    if (container instanceof LongList) return container
    if (isArray(container)) return new LongList(container)
    if (this.#fresh.has(container)) return container
    // Spreading defines own members, whatever their names.
    const copy = { ...container }
    this.#fresh.add(copy)
    return copy
  }

  /**
   * Returns the value with LongLists converted to arrays. Objects in it are copied again before
   * they are changed again. Moves can nest deeper than any reader allows, and writers recurse.
   */
  #settled(value: unknown, depth: number): unknown {
    if (typeof value !== 'object' || value === null) return value
    if (depth === depthMax)
      throw new UnapplicablePatch(`the result is nested deeper than ${depthMax}`)
    if (value instanceof LongList) {
      return value.toArray().map(item => this.#settled(item, depth + 1))
    }
    if (Array.isArray(value)) {
      for (const item of value) this.#settled(item, depth + 1)
    } else if (isJsonObject(value)) {
      for (const name of Object.keys(value)) {
        const member = value[name]
        const settled = this.#settled(member, depth + 1)
        if (settled !== member) setOwnMember(value, name, settled)
      }
      this.#fresh.delete(value)
    }
    return value
  }
}

const isArray = (container: Container): container is readonly unknown[] => Array.isArray(container)

/** Returns the value under a key, or undefined if there is none. */
function valueIn(container: Container, key: string): unknown {
  if (!isArray(container) && !(container instanceof LongList)) return ownMember(container, key)
  if (key === '-') return undefined
  const index = readIndex(key, container.length)
  // `Array.prototype.at` would convert an invalid index to 0 and count negative ones from the end.
  return container instanceof LongList ? container.at(index) : container[index]
}

function existing(container: Container, key: string, pointer: JsonPointer): unknown {
  const value = valueIn(container, key)
  if (value !== undefined) return value
  throw unapplicableAt(pointer, missing(container, key))
}

function containerIn(container: Container, key: string, pointer: JsonPointer): Container {
  const value = existing(container, key, pointer)
  if (value instanceof LongList || Array.isArray(value) || isJsonObject(value)) return value
  const kind = value === null ? 'null' : `a ${typeof value}`
  throw unapplicableAt(pointer, `${quote(key)} must be an object or an array, got ${kind}`)
}

const missing = (container: Container, key: string): string =>
  isArray(container) || container instanceof LongList
    ? noItem(key, container.length)
    : `expected a member ${quote(key)}, got none`

const noItem = (key: string, length: number): string =>
  `expected an item ${quote(key)}, got an array of ${length}`

/** Replaces an existing value. */
function assign(container: Container, key: string, value: unknown): void {
  if (container instanceof LongList) container.set(Number(key), value)
  else if (!isArray(container)) setOwnMember(container, key, value)
}
