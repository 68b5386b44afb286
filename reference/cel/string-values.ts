// Converts values to strings.

import { isUtf8 } from 'node:buffer'

import { timestampText, durationSecondsText } from './timestamp-text.ts'
import {
  CelRuntimeError,
  Duration,
  ExtensionValue,
  Timestamp,
  TypeValue,
  Unsigned,
} from './values.ts'

export const expectString = (value: unknown): string => {
  if (typeof value === 'string') return value
  throw new CelRuntimeError('no such overload')
}

export function stringValueOf(value: unknown): string {
  if (value instanceof Unsigned) return value.value.toString()
  if (value instanceof Timestamp) return timestampText(value)
  if (value instanceof Duration) return durationSecondsText(value.ns)
  if (value instanceof ExtensionValue) return value.key
  if (value instanceof TypeValue) return value.name
  if (typeof value === 'number') return shownNumber(value)
  if (Buffer.isBuffer(value)) return inCharacters(value)
  return String(value)
}

function inCharacters(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8')
  throw new CelRuntimeError('invalid UTF-8 in bytes, cannot convert to string')
}

/** Formats a double in the fewest digits that identify it, with an exponent from a million. */
function shownNumber(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf'
  const [digits = '', power = '0'] = value.toExponential().split('e')
  const exponent = Number(power)
  if (Object.is(value, -0)) return '-0'
  if (value === 0 || (exponent >= -4 && exponent < 6)) return String(value)
  const sign = exponent < 0 ? '-' : '+'
  return `${digits}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`
}

const escapes: { readonly [character: string]: string } = {
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
  '"': '\\"',
}

/** Quotes a text as the genuine server does, with escapes for unprintable characters. */
export const quoteLikeGo = (value: string): string =>
  `"${value.replaceAll(
    /["\\]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu,
    character => escapes[character] ?? numbered(character.codePointAt(0) ?? 0),
  )}"`

function numbered(code: number): string {
  const digits = code.toString(16)
  if (code < 0x80) return `\\x${digits.padStart(2, '0')}`
  return code < 0x10000 ? `\\u${digits.padStart(4, '0')}` : `\\U${digits.padStart(8, '0')}`
}

/** Formats a text as a CEL string literal. */
export const celStringLiteral = (value: string): string =>
  `"${value.replaceAll(/["\\\p{Cc}]/gu, character => escapes[character] ?? character)}"`
