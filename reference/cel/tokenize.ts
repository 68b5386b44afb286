import { CelCompileError, type Literal } from './expression.ts'

export type Token =
  | { readonly is: 'name' | 'mark'; readonly text: string; readonly offset: number }
  | { readonly is: 'literal'; readonly value: Literal; readonly offset: number }
  | { readonly is: 'end'; readonly offset: number }

const number =
  /(0x[0-9a-fA-F]+)(u?)|(\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?)|(\d+)([uU]?)/y
const name = /[_a-zA-Z]\w*|`[\w.\-/ ]+`/y
const mark = /&&|\|\||<=|>=|==|!=|[-+*/%<>!?:.,()[\]{}]/y
const blank = /(?:\s|\/\/[^\n]*)+/y
const text =
  /([bB]?[rR]?|[rR][bB])("""[\s\S]*?(?<!\\)"""|'''[\s\S]*?(?<!\\)'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')/y
const rawText = /([rR]|[bB][rR]|[rR][bB])("""[\s\S]*?"""|'''[\s\S]*?'''|"[^"\n]*"|'[^'\n]*')/y

/** Splits a text into tokens. @throws CelCompileError */
export function tokenize(source: string): readonly Token[] {
  const tokens: Token[] = []
  let offset = 0
  const take = (syntax: RegExp) => {
    syntax.lastIndex = offset
    return syntax.exec(source)
  }
  while (offset < source.length) {
    const space = take(blank)
    if (space) {
      offset += space[0].length
      continue
    }
    const quoted = take(rawText) ?? take(text)
    const digits = quoted ? undefined : take(number)
    const word = (quoted ?? digits) ? undefined : take(name)
    const sign = (quoted ?? digits ?? word) ? undefined : take(mark)
    const found = quoted ?? digits ?? word ?? sign
    if (!found)
      throw new CelCompileError(
        `Syntax error: token recognition error at: '${source[offset]}'`,
        offset,
      )
    if (quoted) tokens.push({ is: 'literal', value: textIn(quoted, offset), offset })
    else if (digits) tokens.push({ is: 'literal', value: numberIn(digits, offset), offset })
    else tokens.push({ is: word ? 'name' : 'mark', text: found[0].replaceAll('`', ''), offset })
    offset += found[0].length
  }
  return [...tokens, { is: 'end', offset }]
}

function numberIn(
  [, hex, hexUnsigned, real, whole, unsigned]: RegExpExecArray,
  offset: number,
): Literal {
  if (real !== undefined) return Number(real)
  const value = BigInt(hex ?? whole ?? '0')
  if (hexUnsigned || unsigned) return { unsigned: value }
  // One more than the maximum, because the minimum is written as a negated literal.
  if (value > 2n ** 63n) throw new CelCompileError('invalid int literal', offset)
  return value
}

function textIn([, prefix = '', quoted = '']: RegExpExecArray, offset: number): Literal {
  const width = /^("""|''')/.test(quoted) ? 3 : 1
  const inner = quoted.slice(width, -width)
  const isRaw = /r/i.test(prefix)
  if (/b/i.test(prefix)) return bytesOf(inner, isRaw, offset)
  return isRaw ? inner : unescaped(inner, offset)
}

/**
 * Decodes a bytes literal. Two hexadecimal or three octal digits are a byte rather than a
 * character.
 */
function bytesOf(inner: string, isRaw: boolean, offset: number): Buffer {
  if (isRaw) return Buffer.from(inner)
  const pieces = inner.split(/(\\x[0-9a-fA-F]{2}|\\[0-3][0-7]{2})/i)
  return Buffer.concat(
    pieces.map((piece, index) => {
      if (index % 2 === 0) return Buffer.from(unescaped(piece, offset))
      const isHex = /^\\x/i.test(piece)
      return Buffer.from([Number.parseInt(piece.slice(isHex ? 2 : 1), isHex ? 16 : 8)])
    }),
  )
}

const escapes: { readonly [letter: string]: string } = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

const unescaped = (inner: string, offset: number): string =>
  inner.replaceAll(
    /\\(?:[xX]([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2})|([\s\S]))/g,
    (_all, hex: string, short: string, long: string, octal: string, letter: string) => {
      const code = hex ?? short ?? long
      if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16))
      if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8))
      if (Object.hasOwn(escapes, letter)) return escapes[letter] ?? ''
      if (/[\\?"'`]/.test(letter)) return letter
      throw new CelCompileError(`Syntax error: bad escape \\${letter}`, offset)
    },
  )
