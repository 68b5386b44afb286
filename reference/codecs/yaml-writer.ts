// The YAML writer. Its text means the same by YAML 1.1 and 1.2: what one of them takes for
// something else than a string is quoted. It is ten times as fast as the `stringify` of `yaml`,
// which makes a tree of nodes first.

import { isJsonObject } from '../api/object.ts'
import type { JsonObject } from '../api/object.ts'

/**
 * A value in lines, each of which ends with a newline. Members that are undefined are left out. The
 * lists of an object stand no deeper than the names of its members.
 */
export function writeYaml(value: unknown): string {
  if (isFilled(value)) return blockOf(value, '')
  return `${scalarOf(value, '')}\n`
}

/** The name of a member with the colon that ends it. */
function nameOf(name: string, margin: string): string {
  const text = isPlain(name) ? name : quoted(name)
  // Readers look no further than 1,024 characters for the colon behind a name, some less.
  return text.length < 100 ? `${text}:` : `? ${text}\n${margin}:`
}

type Filled = JsonObject | readonly unknown[]

const isFilled = (value: unknown): value is Filled =>
  Array.isArray(value)
    ? value.length > 0
    : isJsonObject(value) && Object.values(value).some(member => member !== undefined)

/** A list or object in lines. The first starts where it is, the others after the margin. */
function blockOf(value: Filled, margin: string): string {
  if (margin.length > marginMax) return `${flowOf(value)}\n`
  let text = ''
  let start = ''
  if (Array.isArray(value)) {
    for (const item of value) {
      const deeper = `${margin}  `
      text += `${start}-${isFilled(item) ? ` ${blockOf(item, deeper)}` : inline(item, margin)}`
      start = margin
    }
    return text
  }
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue
    text += start + nameOf(name, margin)
    text += isFilled(member) ? below(member, margin) : inline(member, margin)
    start = margin
  }
  return text
}

// Beyond it margins would be most of the text: deep values are written in one line.
const marginMax = 32

function flowOf(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (!isFilled(value)) return scalarOf(value, '')
  if (Array.isArray(value)) return `[${value.map(flowOf).join(', ')}]`
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{${members.map(([name, member]) => `${quoted(name)}: ${flowOf(member)}`).join(', ')}}`
}

function below(value: Filled, margin: string): string {
  const deeper = Array.isArray(value) ? margin : `${margin}  `
  return `\n${deeper}${blockOf(value, deeper)}`
}

const inline = (value: unknown, margin: string): string => ` ${scalarOf(value, margin)}\n`

function scalarOf(value: unknown, margin: string): string {
  if (typeof value === 'string') return stringOf(value, margin)
  if (typeof value === 'number') return numberOf(value)
  if (Array.isArray(value)) return '[]'
  if (isJsonObject(value)) return '{}'
  return String(value ?? null)
}

/** By YAML 1.1 a number with an exponent has a point. */
function numberOf(value: number): string {
  const text = String(value)
  return text.includes('e') && !text.includes('.') ? text.replace('e', '.0e') : text
}

function stringOf(text: string, margin: string): string {
  if (isPlain(text)) return text
  return isLiteral(text) ? literal(text, `${margin}  `) : quoted(text)
}

// All that is read as something else than a string starts with another character than these, or is
// one of the words. A colon is none of a plain text where a space or the end follows.
const plain = /^[A-Za-z_/](?:[\w./@+()-]|[ :](?=[\w./@+()-]))*$/
const word = /^(?:y|n|yes|no|on|off|true|false|null)$/i

const isPlain = (text: string): boolean => plain.test(text) && !word.test(text)

// A text of lines is written as it is, if its first line shows how far all are indented and no line
// is of white space alone. Characters beyond ASCII have no part in this: some of them end a line.
const literalSyntax = /^[!-~][\t -~]*\n[\t\n -~]*$/
const blankLine = /\n[\t ]+(?:\n|$)/

const isLiteral = (text: string): boolean => literalSyntax.test(text) && !blankLine.test(text)

function literal(text: string, margin: string): string {
  const end = /\n*$/.exec(text)?.[0].length ?? 0
  const chomping = end === 0 ? '-' : end === 1 ? '' : '+'
  const body = end === 0 ? text : text.slice(0, -1)
  return `|${chomping}\n${margin}${body.replaceAll(/\n(?!\n|$)/g, `\n${margin}`)}`
}

// What JSON leaves as it is and YAML does not: characters that it forbids, and ends of lines.
const unsafe = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g

const quoted = (text: string): string =>
  JSON.stringify(text).replaceAll(
    unsafe,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
