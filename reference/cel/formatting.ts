// Texts with places for values: `'%s has %d'.format([a, b])`.

import { shownText, stringOf, typeOf } from './conversions.ts'
import type { Compiled, Scope } from './scope.ts'
import type { Compile } from './selection.ts'
import { CelFault, type Expression } from './syntax.ts'
import { type CelType, part } from './types.ts'
import { CelError, converted, entriesOf, Duration, Timestamp, Unsigned } from './values.ts'

type Clause = { readonly letter: string; readonly precision: number }
type Piece = string | Clause

const precisionDefault = 6
const precisionMax = 1000

/** A text in pieces: what stays, and the places of values. @throws CelError */
function piecesOf(format: string): Piece[] {
  const pieces: Piece[] = []
  const place = /%(?:(%)|(?:\.(\d+))?([sdfebxXo])|)/g
  let from = 0
  for (const found of format.matchAll(place)) {
    pieces.push(format.slice(from, found.index))
    from = found.index + found[0].length
    const [, percent, precision, letter] = found
    if (percent) pieces.push('%')
    else if (letter === undefined) throw new CelError(faultAt(format, found.index))
    else pieces.push(clause(letter, precision))
  }
  return [...pieces, format.slice(from)].filter(piece => piece !== '')
}

function clause(letter: string, written: string | undefined): Clause {
  const precision = written === undefined ? precisionDefault : Number(written)
  if (precision > precisionMax) throw new CelError('could not parse formatting clause')
  return { letter, precision }
}

const faultAt = (format: string, at: number): string =>
  at + 1 >= format.length
    ? 'unexpected end of string'
    : `could not parse formatting clause: unrecognized formatting clause "${format[at + 1]}"`

/** A value with all that is in it as its types say. */
export function deeply(given: unknown, type: CelType): unknown {
  const value = converted(given, type)
  if (Array.isArray(value)) return value.map(item => deeply(item, part(type)))
  const entries = type.is === 'map' ? entriesOf(value) : undefined
  if (!entries) return value
  return new Map(
    [...entries].map(([key, one]) => [deeply(key, part(type)), deeply(one, part(type, 1))]),
  )
}

/** The text with the values in their places. @throws CelError */
export function formatted(format: string, values: readonly unknown[]): string {
  let next = 0
  const shown = piecesOf(format).map(piece => {
    if (typeof piece === 'string') return piece
    if (next >= values.length) throw new CelError(`index ${next} out of range`)
    const value = values[next]
    next += 1
    return shownBy(piece, value)
  })
  return shown.join('')
}

const special = new Set(['NaN', 'Infinity', '-Infinity'])

function shownBy({ letter, precision }: Clause, value: unknown): string {
  const number = wholeOf(value)
  switch (letter) {
    case 's':
      return shown(value)
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

const misfit = (because: string, value: unknown): CelError =>
  new CelError(`error during formatting: ${because}, was given ${typeOf(value)}`)

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
  const number = Number(value)
  if (Number.isNaN(number)) return 'NaN'
  if (!Number.isFinite(number)) return number > 0 ? '∞' : '-∞'
  return letter === 'f' ? fixed(number, precision) : scientific(number).padStart(precision)
}

/** With a comma between thousands, as the genuine server has it. */
const fixed = (number: number, precision: number): string => {
  const [, sign = '', digits = '', rest = ''] =
    /^(-?)(\d+)(.*)$/.exec(number.toFixed(Math.min(100, precision))) ?? []
  return `${sign}${digits.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')}${rest}`
}

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** As `1.500000×10⁰³`: the genuine server takes the precision for a width. */
function scientific(number: number): string {
  const [digits = '', power = '0'] = number.toExponential(precisionDefault).split('e')
  const sign = power.startsWith('-') ? '⁻' : ''
  const raised = [...power.replace(/^[+-]/, '').padStart(2, '0')].map(
    digit => superscripts[Number(digit)] ?? '',
  )
  return `${digits}×10${sign}${raised.join('')}`
}

function shown(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return `[${value.map(inner).join(', ')}]`
  const entries = typeOf(value) === 'map' ? entriesOf(value) : undefined
  if (!entries) return stringOf(value)
  const pairs = [...entries].map(([key, one]) => `${inner(key)}:${inner(one)}`)
  return `{${pairs.sort().join(', ')}}`
}

/** A value in a list or a map, as an expression would write it. */
function inner(value: unknown): string {
  if (typeof value === 'string') return shownText(value)
  if (Buffer.isBuffer(value)) return `b${shownText(value.toString('utf8'))}`
  if (value instanceof Timestamp) return `timestamp(${shownText(stringOf(value))})`
  if (value instanceof Duration) return `duration(${shownText(stringOf(value))})`
  if (typeof value === 'number') return value.toFixed(precisionDefault)
  return shown(value)
}

const taken: { readonly [letter: string]: readonly string[] } = {
  s: 'list map int uint double bool string timestamp bytes duration type null'.split(' '),
  d: ['int', 'uint'],
  f: ['double', 'string'],
  e: ['double', 'string'],
  b: ['int', 'uint', 'bool'],
  x: ['int', 'uint', 'string', 'bytes'],
  X: ['int', 'uint', 'string', 'bytes'],
  o: ['int', 'uint'],
}

/** Whether values that are written out fit into a text that is. @throws CelFault */
export function checkFormat(
  [format]: readonly Compiled[],
  list: Expression | undefined,
  scope: Scope,
  compile: Compile,
): void {
  if (typeof format?.literal !== 'string' || list?.is !== 'list') return
  const clauses = clausesIn(format.literal, list.at)
  for (const [index, { letter }] of clauses.entries()) {
    const item = list.items[index]
    if (!item) throw new CelFault(`index ${index} out of range`, list.at)
    const { is } = compile(item, scope).type
    if (is === 'dyn' || taken[letter]?.includes(is)) continue
    throw new CelFault(`error during formatting: %${letter} was given ${is}`, item.at)
  }
  if (list.items.length <= clauses.length) return
  const counts = `expected ${clauses.length}, got ${list.items.length}`
  throw new CelFault(`too many arguments supplied to string.format (${counts})`, list.at)
}

function clausesIn(format: string, at: number): Clause[] {
  try {
    return piecesOf(format).filter(piece => typeof piece !== 'string')
  } catch (error) {
    if (!(error instanceof CelError)) throw error
    throw new CelFault(error.message, at)
  }
}
