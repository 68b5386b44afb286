// One element of the path to a field, in the notation of FieldsV1: `f:spec`, `k:{"name":"a"}`,
// `v:"x"`, `i:0`. Each element has exactly one text, so texts can be compared.

import { isJsonObject, type JsonObject } from '../api/object.ts'
import { quote } from '../api/quote.ts'

export type PathElement = string

/** Returns the element of an object member. */
export const fieldElement = (name: string): PathElement => `f:${name}`

/** Returns the element of a list item with these key values. */
export function keyElement(keys: JsonObject): PathElement {
  const names = Object.keys(keys).toSorted(compareCodePoints)
  return `k:{${names.map(name => `${escaped(JSON.stringify(name))}:${text(keys[name])}`).join(',')}}`
}

/** Returns the element of a set item. */
export const valueElement = (value: unknown): PathElement => `v:${text(value)}`

/** Returns the name of the member that an element refers to, or undefined for other elements. */
export const fieldIn = (element: PathElement): string | undefined =>
  element.startsWith('f:') ? element.slice(2) : undefined

/** The managed fields are malformed. */
export class UnreadableFields extends Error {
  override name = 'UnreadableFields'
}

/**
 * Parses an element from a client. Returns undefined for unknown kinds of elements, which are
 * ignored. @throws UnreadableFields
 */
export function parseElement(given: string): PathElement | undefined {
  if (given.length < 2 || given[1] !== ':')
    throw new UnreadableFields(`no step of a path: ${given}`)
  const [kind] = given
  if (kind === 'f') return given
  if (kind === 'v') return valueElement(parsed(given.slice(2)))
  if (kind === 'i') {
    const index = given.slice(2)
    if (/^[+-]?\d+$/.test(index)) return `i:${Number(index)}`
    throw new UnreadableFields(`no index: ${given}`)
  }
  if (kind !== 'k') return undefined
  const keys = parsed(given.slice(2))
  if (!isJsonObject(keys)) throw new UnreadableFields(`no keys of an item: ${given}`)
  return keyElement(keys)
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    // `JSON.parse` throws a SyntaxError if the text is not JSON.
    if (error instanceof SyntaxError) throw new UnreadableFields(`no JSON: ${json}`)
    throw error
  }
}

/** Formats an element for messages: `.spec`, `[name="a",port=80]`, `[="x"]`, `[0]`. */
export function elementText(element: PathElement): string {
  const rest = element.slice(2)
  if (element[0] === 'f') return `.${rest}`
  if (element[0] === 'v') return `[=${valueText(parsed(rest))}]`
  if (element[0] === 'i') return `[${rest}]`
  const keys = parsed(rest) as JsonObject
  return `[${Object.entries(keys)
    .map(([name, value]) => `${name}=${valueText(value)}`)
    .join(',')}]`
}

const valueText = (value: unknown): string =>
  typeof value === 'string' ? quote(value) : JSON.stringify(value)

/** Sorts elements in the order of FieldsV1: members, items by key, items of sets, indexes. */
export function sortElements(steps: Iterable<PathElement>): PathElement[] {
  // Elements are parsed once rather than at each comparison.
  const read = [...steps].map(element => ({ element, means: meaningOf(element) }))
  return read.sort(compareElements).map(({ element }) => element)
}

type Read = { readonly element: PathElement; readonly means: unknown }

function meaningOf(element: PathElement): unknown {
  if (element[0] === 'f') return undefined
  return element[0] === 'i' ? Number(element.slice(2)) : parsed(element.slice(2))
}

function compareElements({ element: a, means: left }: Read, { element: b, means: right }: Read) {
  if (a === b) return 0
  if (a[0] !== b[0]) return kinds.indexOf(a[0] ?? '') - kinds.indexOf(b[0] ?? '')
  if (a[0] === 'f') return compareCodePoints(a, b)
  return a[0] === 'k' ? compareKeys(left, right) : compareValues(left, right)
}

const kinds = 'fkvi'

function compareKeys(left: unknown, right: unknown): number {
  const [a, b] = [Object.entries(left as JsonObject), Object.entries(right as JsonObject)]
  for (const [index, [name, value]] of a.entries()) {
    const other = b[index]
    if (!other) return 1
    const order = compareCodePoints(name, other[0]) || compareValues(value, other[1])
    if (order !== 0) return order
  }
  return a.length - b.length
}

/** Compares key values. Numbers come before texts, and texts before booleans. */
function compareValues(a: unknown, b: unknown): number {
  const order = rank(a) - rank(b)
  if (order !== 0) return order
  if (typeof a === 'string') return compareCodePoints(a, String(b))
  return Number(a) - Number(b)
}

const rank = (value: unknown): number => ['number', 'string', 'boolean'].indexOf(typeof value)

/**
 * Compares by code points, which is also the order of UTF-8. JavaScript compares by UTF-16 units.
 */
export function compareCodePoints(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  let index = 0
  while (index < length && a.charCodeAt(index) === b.charCodeAt(index)) index++
  if (index === length) return a.length - b.length
  const [left, right] = [a.charCodeAt(index), b.charCodeAt(index)]
  // Surrogates sort after all other units, because they encode larger code points.
  return isHalf(left) === isHalf(right) ? left - right : left < 0xd800 || isHalf(right) ? -1 : 1
}

const isHalf = (unit: number): boolean => unit >= 0xd800 && unit < 0xe000

function text(value: unknown): string {
  if (typeof value === 'bigint') return value.toString()
  return escaped(JSON.stringify(value) ?? 'null')
}

// The genuine server escapes characters that could end a script, and has fewer short escapes.
const escaped = (json: string): string =>
  /[<>&\u2028\u2029]|\\[bf]/.test(json)
    ? json.replaceAll(
        /\\\\|\\b|\\f|[<>&\u2028\u2029]/g,
        found => spelt[found] ?? `\\u${(found.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
      )
    : json

const spelt: { readonly [text: string]: string } = {
  '\\\\': '\\\\',
  '\\b': '\\u0008',
  '\\f': '\\u000c',
}
