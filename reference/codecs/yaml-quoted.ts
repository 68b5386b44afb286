// Reads quoted scalars.

import { loneSurrogate } from './read-json.ts'
import type { YamlCursor } from './yaml-cursor.ts'

const doubleQuote = 0x22
const singleQuote = 0x27

/** Reads a text in single or double quotes. @throws UnreadableDocument */
export function readQuotedScalar(cursor: YamlCursor): string {
  const start = cursor.offset
  const quote = cursor.code()
  const special = quote === doubleQuote ? /["\\\n]/g : /['\n]/g
  cursor.offset += 1
  let text = ''
  for (;;) {
    const from = cursor.offset
    special.lastIndex = from
    if (!special.test(cursor.text)) throw cursor.fault('a text without its closing quote', start)
    cursor.offset = special.lastIndex - 1
    const run = cursor.text.slice(from, cursor.offset)
    if (cursor.code() === newline) {
      text += run.replace(whiteEnd, '') + readBreaks(cursor)
    } else if (cursor.code() === backslash) {
      text += run + readEscape(cursor)
    } else if (quote === singleQuote && cursor.code(1) === singleQuote) {
      text += `${run}'`
      cursor.offset += 2
    } else {
      cursor.offset += 1
      text += run
      if (!loneSurrogate.test(text)) return text
      throw cursor.fault('a text with half a surrogate pair', start)
    }
  }
}

const newline = 0x0a
const backslash = 0x5c
// Trailing white space. The lookbehind makes the search start only once per run.
const whiteEnd = /(?<![ \t])[ \t]+$/

/** Skips line ends. The first one stands for a space, and each further one for a newline. */
function readBreaks(cursor: YamlCursor): string {
  const breaks = skipBreaks(cursor)
  return breaks === 1 ? ' ' : '\n'.repeat(breaks - 1)
}

function skipBreaks(cursor: YamlCursor): number {
  let breaks = 0
  while (cursor.code() === newline) {
    cursor.crossLine()
    if (cursor.marker()) throw cursor.fault('the document ends within a text in quotes')
    cursor.skipWhite()
    breaks += 1
  }
  return breaks
}

const escapes: { readonly [character: string]: string } = {
  '0': '\0',
  a: '\u0007',
  b: '\b',
  t: '\t',
  '\t': '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\u001b',
  ' ': ' ',
  '"': '"',
  '/': '/',
  '\\': '\\',
  N: '\u0085',
  _: '\u00a0',
  L: '\u2028',
  P: '\u2029',
}

const numericEscape = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8}))/y

function readEscape(cursor: YamlCursor): string {
  if (cursor.code(1) === newline) {
    cursor.offset += 1
    // The first line end is escaped, and the following ones are not.
    return '\n'.repeat(skipBreaks(cursor) - 1)
  }
  const short = escapes[cursor.text.charAt(cursor.offset + 1)]
  if (short !== undefined) {
    cursor.offset += 2
    return short
  }
  numericEscape.lastIndex = cursor.offset
  const [whole = '', ...digits] = numericEscape.exec(cursor.text) ?? []
  const code = Number.parseInt(digits.find(Boolean) ?? '', 16)
  if (!(code <= 0x10_ffff)) throw cursor.fault('expected an escape that YAML has, got another')
  cursor.offset += whole.length
  return String.fromCodePoint(code)
}
