// A YAML reading that remembers where every value stands.

import { YamlReading, type Key, type Properties } from '../../codecs/yaml-reading.ts'

export type Repeated = { readonly path: readonly (string | number)[]; readonly offset: number }

/** Names and indexes that lead to a value, as one text: no part can be taken for two. */
export const placeKey = (path: readonly (string | number)[]): string => JSON.stringify(path)

export class PlacedReading extends YamlReading {
  readonly places = new Map<string, number>()
  readonly repeated: Repeated[] = []
  /** What leads to the value being read, and where each of these names stands. */
  readonly #trail: (string | number)[] = []
  readonly #starts: number[] = []
  #level = 0
  /** Where the last value or key began. */
  #began = 0
  #isPutting = false

  override nested<T>(read: () => T): T {
    return super.nested(() => {
      this.#level += 1
      const value = read()
      this.#level -= 1
      return value
    })
  }

  override properties(): Properties {
    this.#began = this.cursor.at
    return super.properties()
  }

  override enter(part: string | number): void {
    super.enter(part)
    if (this.#isPutting) return
    const start = typeof part === 'number' ? this.#ahead() : this.#began
    this.#trail[this.#level - 1] = part
    this.#starts[this.#level - 1] = start
    const key = placeKey(this.#trail.slice(0, this.#level))
    if (!this.places.has(key)) this.places.set(key, start)
  }

  override put(object: Record<string, unknown>, key: Key, value: unknown): void {
    const again = key.isMerge ? this.duplicates().length : 0
    const isAgain = !key.isMerge && Object.hasOwn(object, key.name)
    // Setting a member names it once more, when its value has been read.
    this.#isPutting = true
    super.put(object, key, value)
    this.#isPutting = false
    // A merge that brings what is there already repeats it, to genuine servers too.
    if (!isAgain && (!key.isMerge || this.duplicates().length === again)) return
    const path = this.#trail.slice(0, this.#level)
    this.repeated.push({ path, offset: this.#starts[this.#level - 1] ?? 0 })
  }

  /** Where an item begins of which only the dash or comma before it has been read. */
  #ahead(): number {
    const { text, at } = this.cursor
    const next = text.slice(at, at + 100).search(/[^ \t]/)
    return next === -1 || text[at + next] === '\n' ? at : at + next
  }
}
