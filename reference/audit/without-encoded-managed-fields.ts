// Removes managed fields from a document that is encoded in JSON, in steps.

import type { ResumableTask } from '../lib/event-loop.ts'

/** The members of a place in a document that lead to managed fields. */
type Place = { readonly [member: string]: Place | 'removed' } | readonly [Place]

const object: Place = { metadata: { managedFields: 'removed' } }
const document: Place = { ...object, items: [object], rows: [{ object }] }

/** Returns an object, a list or a Table, on one line and valid, without managed fields. */
export function* withoutEncodedManagedFields(
  pieces: readonly Buffer[],
): ResumableTask<readonly Buffer[]> {
  const bytes = yield* joined(pieces)
  const kept: Buffer[] = []
  let from = 0
  for (const { start, end } of yield* removedIn(bytes)) {
    kept.push(bytes.subarray(from, start))
    from = end
  }
  return [...kept, bytes.subarray(from)]
}

/** Copies the pieces into one buffer. */
function* joined(pieces: readonly Buffer[]): ResumableTask<Buffer> {
  const bytes = Buffer.allocUnsafe(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    at += piece.copy(bytes, at)
    yield
  }
  return bytes
}

type Range = { readonly start: number; readonly end: number }

const [quote, backslash, comma, colon, blank] = Buffer.from('"\\,: ')
const [braceOpen, braceClose, bracketOpen, bracketClose] = Buffer.from('{}[]')

/** Finds the members to remove, with their commas. */
function* removedIn(bytes: Buffer): ResumableTask<Range[]> {
  const ranges: Range[] = []
  let at = 0

  const skipBlanks = () => {
    while (bytes[at] === blank) at += 1
  }

  /** Goes on after a byte, if it is the next one. */
  const take = (byte: number | undefined): boolean => {
    skipBlanks()
    if (bytes[at] !== byte) return false
    at += 1
    return true
  }

  /** Goes on after a string, whose opening quote has been taken. */
  const skipString = () => {
    for (; bytes[at] !== quote && at < bytes.length; at += 1) if (bytes[at] === backslash) at += 1
    at += 1
  }

  const skipValue = () => {
    skipBlanks()
    for (let depth = 0; at < bytes.length; ) {
      const byte = bytes[at]
      if (depth === 0 && (byte === comma || byte === braceClose || byte === bracketClose)) return
      at += 1
      if (byte === quote) skipString()
      else if (byte === braceOpen || byte === bracketOpen) depth += 1
      else if (byte === braceClose || byte === bracketClose) depth -= 1
    }
  }

  function* visit(place: Place): ResumableTask<void> {
    if (Array.isArray(place)) yield* visitElements(place[0] as Place)
    else yield* visitMembers(place as Exclude<Place, readonly unknown[]>)
  }

  function* visitElements(place: Place): ResumableTask<void> {
    if (!take(bracketOpen)) return skipValue()
    if (take(bracketClose)) return
    do {
      yield* visit(place)
      yield
    } while (take(comma))
    take(bracketClose)
  }

  function* visitMembers(place: Exclude<Place, readonly unknown[]>): ResumableTask<void> {
    if (!take(braceOpen)) return skipValue()
    const first = at
    for (let isMore = !take(braceClose); isMore; isMore = !take(braceClose)) {
      const separator = at
      take(comma)
      take(quote)
      const name = at
      skipString()
      const member = bytes.toString('latin1', name, at - 1)
      const next = Object.hasOwn(place, member) ? place[member] : undefined
      take(colon)
      if (next === undefined || next === 'removed') skipValue()
      else yield* visit(next)
      if (next !== 'removed') continue
      // The first member has no comma before it, and takes the one after it.
      if (separator === first) take(comma)
      ranges.push({ start: separator, end: at })
      if (at >= bytes.length) return
    }
  }

  yield* visit(document)
  return ranges
}
