// The YAML writer. Its output has the same meaning in YAML 1.1 and 1.2: strings that either of them
// would read as another type are quoted. It is ten times as fast as `stringify` of `yaml`, which
// first builds a tree of nodes.

import { isJsonObject } from '../api/object.ts'
import type { JsonObject } from '../api/object.ts'

/**
 * Formats a value in lines that end with newlines. Members that are undefined are left out. A list
 * in an object is not indented below its name.
 */
export function writeYaml(value: unknown): string {
  if (isFilled(value)) return blockOf(value, '')
  return `${scalarOf(value, '')}\n`
}

/** Formats the name of a member with its colon. */
function nameOf(name: string, margin: string): string {
  const text = isPlain(name) ? name : quoted(name)
  // Readers search at most 1,024 characters for the colon after a name, and some fewer.
  return text.length < 100 ? `${text}:` : `? ${text}\n${margin}:`
}

type Filled = JsonObject | readonly unknown[]

const isFilled = (value: unknown): value is Filled =>
  Array.isArray(value) ? value.length > 0 : isJsonObject(value) && hasMember(value)

/** Stops at the first member: the members of a large map are not collected for this question. */
function hasMember(value: JsonObject): boolean {
  for (const name in value) if (value[name] !== undefined) return true
  return false
}

/** Formats a list or an object in lines. The first line is not indented, and the others are. */
function blockOf(value: Filled, margin: string): string {
  if (margin.length > marginMax) return `${flowOf(value)}\n`
  let text = ''
  let start = ''
  if (!isJsonObject(value)) {
    for (const item of value) {
      const deeper = `${margin}  `
      text += `${start}-${isFilled(item) ? ` ${blockOf(item, deeper)}` : inline(item, margin)}`
      start = margin
    }
    return text
  }
  for (const name of Object.keys(value)) {
    const member = value[name]
    if (member === undefined) continue
    text += start + nameOf(name, margin)
    text += isFilled(member) ? below(member, margin) : inline(member, margin)
    start = margin
  }
  return text
}

// Beyond this depth, indentation would be most of the text, so deeper values are written in flow
// style.
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

/** Adds a decimal point to a number with an exponent, as YAML 1.1 requires. */
function numberOf(value: number): string {
  const text = String(value)
  return text.includes('e') && !text.includes('.') ? text.replace('e', '.0e') : text
}

function stringOf(text: string, margin: string): string {
  if (isPlain(text)) return text
  return isLiteral(text) ? literal(text, `${margin}  `) : quoted(text)
}

// Every text that is read as another type starts with another character, or is one of these words.
// In a plain scalar no colon may precede a space or the end.
const plain = /^[A-Za-z_/](?:[\w./@+()-]|[ :](?=[\w./@+()-]))*$/
const longestWord = 'false'.length
const word = /^(?:y|n|yes|no|on|off|true|false|null)$/i

const isPlain = (text: string): boolean =>
  plain.test(text) && (text.length > longestWord || !word.test(text))

// A text of several lines is written as a literal block if its first line shows the indentation and
// no line has only white space. Only ASCII texts qualify, because some other characters are line
// ends.
const literalSyntax = /^[!-~][\t -~]*\n[\t\n -~]*$/
const blankLine = /\n[\t ]+(?:\n|$)/

const isLiteral = (text: string): boolean => literalSyntax.test(text) && !blankLine.test(text)

function literal(text: string, margin: string): string {
  const end = /\n*$/.exec(text)?.[0].length ?? 0
  const chomping = end === 0 ? '-' : end === 1 ? '' : '+'
  const body = end === 0 ? text : text.slice(0, -1)
  return `|${chomping}\n${margin}${body.replaceAll(/\n(?!\n|$)/g, `\n${margin}`)}`
}

// Characters that JSON does not escape but YAML requires: forbidden characters and line ends.
const unsafe = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g

const quoted = (text: string): string =>
  JSON.stringify(text).replaceAll(
    unsafe,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
