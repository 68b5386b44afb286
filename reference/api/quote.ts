// Formats values of clients for messages: as the genuine server does, but truncated to a fixed
// length.

import { writeJson } from '../lib/write-json.ts'

// Longer than any valid name, label or key. A message holds a value twice, in its text and in its
// cause, and an escape can make six characters of one.
const lengthMax = 512

/** Returns the start of a text of any length. */
export const truncate = (text: string): string =>
  text.length > lengthMax ? `${text.slice(0, lengthMax)}...` : text

/** Formats a JSON value as text. */
export const previewJson = (value: unknown): string =>
  value === undefined ? 'null' : truncate(writeJson(value).toString())

/** Quotes a string as the messages of the genuine server do. */
export const quote = (text: string): string =>
  `"${truncate(text).replace(/["\\]|(?! )[\p{C}\p{Z}]/gu, escaped)}"`

const shortEscapes = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\x07', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
])

function escaped(character: string): string {
  const short = shortEscapes.get(character)
  if (short !== undefined) return short
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return `\\x${hex(code, 2)}`
  return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`
}

const hex = (code: number, width: number) => code.toString(16).padStart(width, '0')
