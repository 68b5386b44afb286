/**
 * Returns the size in bytes of a JSON value as text, without writing it. It stops and returns more
 * than `sizeMax` as soon as the size exceeds it, so the cost is bounded by the limit.
 */
export function jsonSize(value: unknown, sizeMax: number): number {
  if (typeof value === 'string') return stringSize(value, sizeMax)
  if (typeof value !== 'object' || value === null) return String(value).length
  return Array.isArray(value) ? arraySize(value, sizeMax) : objectSize(value, sizeMax)
}

function arraySize(array: readonly unknown[], sizeMax: number): number {
  let size = emptySize(array.length)
  for (const item of array) {
    if (size > sizeMax) break
    size += jsonSize(item, sizeMax - size)
  }
  return size
}

function objectSize(object: object, sizeMax: number): number {
  const members = Object.entries(object)
  let size = emptySize(members.length)
  for (const [name, value] of members) {
    if (size > sizeMax) break
    size += stringSize(name, sizeMax - size) + 1
    size += jsonSize(value, sizeMax - size)
  }
  return size
}

/** The size of brackets and commas. */
const emptySize = (length: number): number => 2 + Math.max(0, length - 1)

// Escapes make a string longer, never shorter.
const stringSize = (text: string, sizeMax: number): number =>
  text.length > sizeMax ? text.length : Buffer.byteLength(JSON.stringify(text))
