// What values are as texts, and what their types are called.

import { isUtf8 } from 'node:buffer'

import { CelError, Duration, Optional, Special, Timestamp, TypeValue, Unsigned } from './values.ts'

export const text = (value: unknown): string => {
  if (typeof value === 'string') return value
  throw new CelError('no such overload')
}

export function stringOf(value: unknown): string {
  if (value instanceof Unsigned) return value.value.toString()
  if (value instanceof Timestamp) return new Date(value.ms).toISOString().replace(/\.?0+Z$/, 'Z')
  if (value instanceof Duration) return `${value.ms / 1000}s`
  if (value instanceof Special) return value.key
  if (value instanceof TypeValue) return value.name
  if (typeof value === 'number') return shownNumber(value)
  if (Buffer.isBuffer(value)) return inCharacters(value)
  return String(value)
}

function inCharacters(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8')
  throw new CelError('invalid UTF-8 in bytes, cannot convert to string')
}

/** A fraction in the fewest digits that tell it from others, with a power of ten beyond a million. */
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

export function typeOf(value: unknown): string {
  if (value === null) return 'null_type'
  if (typeof value === 'bigint') return 'int'
  if (typeof value === 'number') return 'double'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'string') return 'string'
  if (value instanceof Unsigned) return 'uint'
  if (value instanceof Timestamp) return 'google.protobuf.Timestamp'
  if (value instanceof Duration) return 'google.protobuf.Duration'
  if (value instanceof TypeValue) return 'type'
  if (value instanceof Special) return value.type
  if (value instanceof Optional) return 'optional_type'
  if (Buffer.isBuffer(value)) return 'bytes'
  return Array.isArray(value) ? 'list' : 'map'
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

/** A text as the genuine server quotes it, with what is not printed by its number. */
export const quoted = (value: string): string =>
  `"${value.replaceAll(
    /["\\]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu,
    character => escapes[character] ?? numbered(character.codePointAt(0) ?? 0),
  )}"`

function numbered(code: number): string {
  const digits = code.toString(16)
  if (code < 0x80) return `\\x${digits.padStart(2, '0')}`
  return code < 0x10000 ? `\\u${digits.padStart(4, '0')}` : `\\U${digits.padStart(8, '0')}`
}

/** A text as an expression would write it. */
export const shownText = (value: string): string =>
  `"${value.replaceAll(/["\\\p{Cc}]/gu, character => escapes[character] ?? character)}"`
