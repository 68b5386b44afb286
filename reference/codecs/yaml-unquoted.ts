// Reads scalars without quotes: plain scalars, and block scalars in literal or folded style.

import { isWhiteSpaceOrEnd } from './yaml-cursor.ts'
import type { YamlCursor } from './yaml-cursor.ts'

/** The context of an unquoted scalar, which determines where the scalar ends. */
export type PlainPlace = {
  /** Whether the scalar is inside brackets or braces, where commas and brackets end it. */
  readonly inFlow: boolean
  /** A line at this column or before does not belong to the scalar. */
  readonly margin: number
}

const never = /[\n,[\]{}#&*!|>'"%@`]/
const flowEnd = /[,[\]{}]/

/** Whether a plain scalar can start here. */
export function startsPlainScalar(
  cursor: YamlCursor,
  { inFlow }: Pick<PlainPlace, 'inFlow'>,
): boolean {
  const character = cursor.text.charAt(cursor.offset)
  if (character === '' || never.test(character)) return false
  if (character !== '-' && character !== '?' && character !== ':') return true
  return (
    !isWhiteSpaceOrEnd(cursor.code(1)) &&
    !(inFlow && flowEnd.test(cursor.text.charAt(cursor.offset + 1)))
  )
}

// The end of a plain scalar in its line: a colon before white space, a comment, or the line end.
const blockStop = /:(?=\s|$)|[ \t]#|\n/g
const flowStop = /:(?=[\s,[\]{}]|$)|[ \t]#|[\n,[\]{}]/g

/** Reads a line of a plain scalar, without trailing white space. */
export function readPlainScalarLine(
  cursor: YamlCursor,
  { inFlow }: Pick<PlainPlace, 'inFlow'>,
): string {
  const { text, offset } = cursor
  const stop = inFlow ? flowStop : blockStop
  stop.lastIndex = offset
  let end = stop.exec(text)?.index ?? text.length
  while (text[end - 1] === ' ' || text[end - 1] === '\t') end -= 1
  cursor.offset = end
  return text.slice(offset, end)
}

/** Reads the further lines of a plain scalar, and returns the whole text. */
export function readPlainScalarRest(cursor: YamlCursor, first: string, place: PlainPlace): string {
  let text = first
  for (;;) {
    const { offset, lineStart } = cursor
    const breaks = skipToLine(cursor)
    if (breaks === 0 || !continues(cursor, place)) {
      cursor.offset = offset
      cursor.lineStart = lineStart
      return text
    }
    text += breaks === 1 ? ' ' : '\n'.repeat(breaks - 1)
    text += readPlainScalarLine(cursor, place)
  }
}

/** Skips white space and empty lines, and returns the number of line ends. */
function skipToLine(cursor: YamlCursor): number {
  let breaks = 0
  for (;;) {
    cursor.skipWhite()
    if (cursor.code() !== newline) return breaks
    cursor.crossLine()
    breaks += 1
  }
}

const newline = 0x0a
const hash = 0x23
const colon = 0x3a

function continues(cursor: YamlCursor, { inFlow, margin }: PlainPlace): boolean {
  const { column } = cursor
  cursor.offset = cursor.lineStart
  const isOver = cursor.ends()
  cursor.offset += column
  if (isOver || Number.isNaN(cursor.code()) || cursor.code() === hash) return false
  if (!inFlow) return spacesBefore(cursor) > margin && !cursor.hasIndicator(colon)
  const character = cursor.text.charAt(cursor.offset)
  return !flowEnd.test(character) && !cursor.hasIndicator(colon)
}

function spacesBefore(cursor: YamlCursor): number {
  const tab = cursor.text.slice(cursor.lineStart, cursor.offset).indexOf('\t')
  return tab === -1 ? cursor.column : tab
}

const header = /([|>])([-+]?)([1-9]?)([-+]?)(?:[ \t]+#[^\n]*|[ \t]*)(?=\n|$)/y

/**
 * Reads a block scalar in literal (`
 * `) or folded (`>`) style.
 * @param margin the column of the enclosing collection
 */
export function readBlockScalar(cursor: YamlCursor, margin: number): string {
  header.lastIndex = cursor.offset
  const [whole = '', style, before = '', digit, after = ''] = header.exec(cursor.text) ?? []
  if (style === undefined || (before && after)) {
    throw cursor.unexpected(
      'a text in lines, with - or + and the width of its margin behind | or >',
    )
  }
  cursor.offset += whole.length
  if (cursor.code() === newline) cursor.crossLine()
  const wanted = digit
    ? Math.max(margin, 0) + Number(digit)
    : Math.max(marginOf(cursor, margin), margin + 1)
  const { text, breaks } = joinedLines(cursor, { width: wanted, folds: style === '>' })
  if (before === '-' || after === '-') return text
  return (
    text +
    '\n'.repeat(before === '+' || after === '+' ? breaks : text === '' ? 0 : Math.min(breaks, 1))
  )
}

/** Returns the indentation of the first non-empty line, or 1 if there is none. */
function marginOf(cursor: YamlCursor, margin: number): number {
  let widest = 0
  for (let offset = cursor.offset; ; offset += 1) {
    const start = offset
    while (cursor.text[offset] === ' ') offset += 1
    if (cursor.text[offset] === '\n') widest = Math.max(widest, offset - start)
    else if (offset < cursor.text.length && widest > offset - start && offset - start > margin) {
      throw cursor.fault('an empty line with a wider margin than the text behind it', start)
    } else return Math.max(1, widest, offset - start)
  }
}

function joinedLines(cursor: YamlCursor, { width, folds }: { width: number; folds: boolean }) {
  let text = ''
  let breaks = 0
  let wasWhite = true
  while (cursor.offset < cursor.text.length && reachesText(cursor, width)) {
    const end = cursor.lineEnd()
    const line = cursor.text.slice(cursor.offset, end)
    cursor.offset = end
    if (line !== '') {
      const isWhite = line.startsWith(' ') || line.startsWith('\t')
      const isFolded = folds && breaks > 0 && !isWhite && !wasWhite
      text += isFolded && breaks === 1 ? ' ' : '\n'.repeat(isFolded ? breaks - 1 : breaks)
      text += line
      breaks = 0
      wasWhite = isWhite
    }
    if (end === cursor.text.length) break
    breaks += 1
    cursor.crossLine()
  }
  return { text, breaks }
}

/**
 * Skips the indentation of a line. Returns whether the line belongs to the text: its indentation is
 * complete, or it is empty.
 */
function reachesText(cursor: YamlCursor, width: number): boolean {
  const start = cursor.offset
  while (cursor.column < width && cursor.text[cursor.offset] === ' ') cursor.offset += 1
  if (cursor.column === width || cursor.code() === newline) return true
  if (cursor.text[cursor.offset] === '\t') throw cursor.unexpected('spaces in a margin')
  cursor.offset = start
  return false
}
