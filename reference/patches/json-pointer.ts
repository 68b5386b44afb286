import { quote } from '../api/quote.ts'
import { MalformedOperation, UnapplicablePatch } from './patch-errors.ts'

/** A JSON pointer (RFC 6901) and the member of the patch that holds it (PTCH-009). */
export type JsonPointer = {
  /** The name in messages: `[3].path`. */
  readonly place: string
  readonly text: string
  readonly tokens: readonly string[]
}

/** Parses a pointer. @throws MalformedOperation for invalid syntax */
export function readPointer(text: string, place: string): JsonPointer {
  if ((text !== '' && !text.startsWith('/')) || /~(?![01])/.test(text)) {
    throw new MalformedOperation(`${place}: must be a JSON pointer, got ${quote(text)}`)
  }
  return { place, text, tokens: text.split('/').slice(1).map(unescaped) }
}

// `~1` first: `~01` means `~1`, not `/`.
const unescaped = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~')

/** Whether a pointer refers to a place inside that of another. */
export const isInside = (inner: JsonPointer, outer: JsonPointer): boolean =>
  inner.tokens.length > outer.tokens.length &&
  outer.tokens.every((token, index) => token === inner.tokens[index])

/**
 * Returns the index of a token among `length` items. `-` is the index after the last one. Returns
 * NaN for an invalid index.
 */
export function readIndex(token: string, length: number): number {
  if (token === '-') return length
  // Without leading zeros and signs (RFC 6901): `01` and `-1` are not indexes.
  return /^(?:0|[1-9]\d*)$/.test(token) ? Number(token) : Number.NaN
}

export const unapplicableAt = ({ place, text }: JsonPointer, why: string): UnapplicablePatch =>
  new UnapplicablePatch(`${place} ${quote(text)}: ${why}`)
