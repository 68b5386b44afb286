// Of 1,024 items, and 2,048 at most: an insert moves no more of them than that, and a list of a
// megabyte is still found through some hundred chunks.
const chunkLength = 1024

/**
 * A list that is changed at any position without moving all items behind it: ten thousand inserts
 * at the front of half a million items take milliseconds, and seconds in an array.
 */
export class LongList {
  readonly #chunks: unknown[][] = []
  #length: number

  constructor(items: readonly unknown[]) {
    this.#length = items.length
    for (let start = 0; start === 0 || start < items.length; start += chunkLength) {
      this.#chunks.push(items.slice(start, start + chunkLength))
    }
  }

  get length(): number {
    return this.#length
  }

  /** Undefined outside of the list. */
  at(index: number): unknown {
    if (!this.#has(index)) return undefined
    const { chunk, offset } = this.#find(index)
    return chunk[offset]
  }

  /** @param index of an item that the list has */
  set(index: number, value: unknown): void {
    const { chunk, offset } = this.#find(index)
    chunk[offset] = value
  }

  /** @param index of the new item: the length appends it */
  insert(index: number, value: unknown): void {
    const { chunk, offset, position } = this.#find(index)
    chunk.splice(offset, 0, value)
    this.#length += 1
    if (chunk.length <= 2 * chunkLength) return
    this.#chunks.splice(position + 1, 0, chunk.splice(chunkLength))
  }

  /** @param index of an item that the list has */
  remove(index: number): void {
    const { chunk, offset, position } = this.#find(index)
    chunk.splice(offset, 1)
    this.#length -= 1
    if (chunk.length === 0 && this.#chunks.length > 1) this.#chunks.splice(position, 1)
  }

  toArray(): unknown[] {
    return this.#chunks.flat()
  }

  #has(index: number): boolean {
    return index >= 0 && index < this.#length
  }

  /** Where an item is, or where one that is appended goes. */
  #find(index: number): { chunk: unknown[]; offset: number; position: number } {
    const last = this.#chunks.length - 1
    let offset = index
    for (let position = 0; position <= last; position += 1) {
      const chunk = this.#chunks[position] ?? []
      const isHere = offset < chunk.length || (position === last && offset === chunk.length)
      if (isHere) return { chunk, offset, position }
      offset -= chunk.length
    }
    throw new RangeError(`no item ${index} in a list of ${this.#length}`)
  }
}
