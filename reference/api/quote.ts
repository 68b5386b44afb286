// How messages show what a client sent: as the genuine server does, but never at a length that the
// client can choose.

import { writeJson } from '../lib/write-json.ts'

// Longer than any name, label or key that can be right. A message holds a value twice, in its text
// and in its cause, and an escape makes up to six characters of one.
const lengthMax = 512

/** The start of a text that may have any length. */
export const truncate = (text: string): string =>
  text.length > lengthMax ? `${text.slice(0, lengthMax)}...` : text

/** A JSON value as text. */
export const previewJson = (value: unknown): string =>
  value === undefined ? 'null' : truncate(writeJson(value).toString())

/** A string between quotes, as the messages of the genuine server show values. */
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
