// Formats texts with placeholders: `'%s has %d'.format([a, b])`.

import { quoteLikeGo, stringValueOf } from './string-values.ts'
import { fixedDigits, scientificDigits } from './decimal-digits.ts'
import { celTypeName, celTypeOf } from './type-names.ts'
import { CelRuntimeError, mapEntriesOf, Duration, Timestamp, Unsigned } from './values.ts'

export type FormatClause = { readonly letter: string; readonly precision: number }
type Piece = string | FormatClause

const precisionDefault = 6
const precisionMax = 1000

/** Splits a format string into literal text and placeholders. @throws CelRuntimeError */
export function parseFormat(format: string): Piece[] {
  const pieces: Piece[] = []
  const place = /%(?:(%)|(?:\.(\d+))?([sdfebxXo])|)/g
  let from = 0
  for (const found of format.matchAll(place)) {
    pieces.push(format.slice(from, found.index))
    from = found.index + found[0].length
    const [, percent, precision, letter] = found
    if (percent) pieces.push('%')
    else if (letter === undefined) throw new CelRuntimeError(faultAt(format, found.index))
    else pieces.push(clause(letter, precision))
  }
  return [...pieces, format.slice(from)].filter(piece => piece !== '')
}

function clause(letter: string, written: string | undefined): FormatClause {
  const precision = written === undefined ? precisionDefault : Number(written)
  if (precision > precisionMax) throw new CelRuntimeError('could not parse formatting clause')
  return { letter, precision }
}

const faultAt = (format: string, offset: number): string =>
  offset + 1 >= format.length
    ? 'unexpected end of string'
    : `could not parse formatting clause: unrecognized formatting clause "${format[offset + 1]}"`

/** Replaces the placeholders by values. @throws CelRuntimeError */
export function formatText(format: string, values: readonly unknown[]): string {
  let next = 0
  const shown = parseFormat(format).map(piece => {
    if (typeof piece === 'string') return piece
    if (next >= values.length) throw new CelRuntimeError(`index ${next} out of range`)
    const value = values[next]
    next += 1
    return shownBy(piece, value)
  })
  return shown.join('')
}

const special = new Set(['NaN', 'Infinity', '-Infinity'])

function shownBy({ letter, precision }: FormatClause, value: unknown): string {
  const number = wholeOf(value)
  switch (letter) {
    case 's':
      return valueText(value)
    case 'd':
      if (number === undefined) throw misfit('decimal clause can only be used on integers', value)
      return number.toString()
    case 'f':
    case 'e':
      return fraction(letter, precision, value)
    case 'b':
      if (typeof value === 'boolean') return value ? '1' : '0'
      if (number === undefined) {
        throw misfit('only integers and bools can be formatted as binary', value)
      }
      return number.toString(2)
    case 'o':
      if (number === undefined) throw misfit('octal clause can only be used on integers', value)
      return number.toString(8)
    default:
      return letter === 'X' ? hex(value, number).toUpperCase() : hex(value, number)
  }
}

const wholeOf = (value: unknown): bigint | undefined =>
  value instanceof Unsigned ? value.value : typeof value === 'bigint' ? value : undefined

const misfit = (because: string, value: unknown): CelRuntimeError =>
  new CelRuntimeError(`error during formatting: ${because}, was given ${celTypeName(value)}`)

function hex(value: unknown, number: bigint | undefined): string {
  if (number !== undefined) return number.toString(16)
  if (typeof value === 'string') return Buffer.from(value).toString('hex')
  if (Buffer.isBuffer(value)) return value.toString('hex')
  throw misfit('only integers, byte buffers, and strings can be formatted as hex', value)
}

function fraction(letter: 'f' | 'e', precision: number, value: unknown): string {
  const isSpecial = typeof value === 'string' && special.has(value)
  if (typeof value !== 'number' && !isSpecial) {
    const what = letter === 'f' ? 'fixed-point' : 'scientific'
    throw misfit(`${what} clause can only be used on doubles`, value)
  }
  // Adding 0 turns -0 into 0.
  const number = Number(value) + 0
  if (letter === 'f') return plainly(number) ?? grouped(fixedDigits(number, precision))
  // The genuine server uses the precision as a width.
  return (plainly(number) ?? raised(number)).padStart(precision)
}

/** Formats NaN and infinities. Returns undefined for other numbers. */
function plainly(number: number): string | undefined {
  if (Number.isNaN(number)) return 'NaN'
  return Number.isFinite(number) ? undefined : number > 0 ? '∞' : '-∞'
}

/** Adds commas between thousands. */
function grouped(digits: string): string {
  const [whole = '', ...rest] = digits.split('.')
  return [whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ','), ...rest].join('.')
}

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** Formats `1.500000×10⁰³`. */
function raised(number: number): string {
  const { digits, power } = scientificDigits(number, precisionDefault)
  const exponent = [...String(Math.abs(power)).padStart(2, '0')]
  const shown = exponent.map(digit => superscripts[Number(digit)] ?? '').join('')
  return `${digits}×10${power < 0 ? '⁻' : ''}${shown}`
}

const showable =
  'strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps'
const shownTypes = new Set(
  'bool bytes double duration int list map null string timestamp type uint'.split(' '),
)
const keyTypes = new Set(['bool', 'int', 'string', 'uint'])

function valueText(value: unknown): string {
  const type = celTypeOf(value)
  if (!shownTypes.has(type)) throw misfit(`string clause can only be used on ${showable}`, value)
  if (value === null) return 'null'
  if (Array.isArray(value)) return `[${value.map(inner).join(', ')}]`
  const entries = type === 'map' ? mapEntriesOf(value) : undefined
  if (!entries) return stringValueOf(value)
  return `{${inOrder([...entries].map(pair)).join(', ')}}`
}

function pair([key, value]: readonly [unknown, unknown]): readonly [string, string] {
  if (keyTypes.has(celTypeOf(key))) return [inner(key), inner(value)]
  throw new CelRuntimeError(
    `error during formatting: no formatting function for map key of type ${celTypeName(key)}`,
  )
}

const inOrder = (pairs: readonly (readonly [string, string])[]): string[] =>
  pairs
    .toSorted(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    .map(([key, value]) => `${key}:${value}`)

/** Formats a value inside a list or a map as an expression. */
function inner(value: unknown): string {
  if (typeof value === 'string') return quoteLikeGo(value)
  if (Buffer.isBuffer(value)) return `b${quoteLikeGo(stringValueOf(value))}`
  if (value instanceof Timestamp) return `timestamp(${quoteLikeGo(stringValueOf(value))})`
  if (value instanceof Duration) return `duration(${quoteLikeGo(stringValueOf(value))})`
  if (typeof value !== 'number') return valueText(value)
  return Number.isFinite(value)
    ? fixedDigits(value, precisionDefault)
    : quoteLikeGo(stringValueOf(value))
}
