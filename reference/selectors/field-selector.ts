// Parses the `fieldSelector` of list, watch and deletecollection: terms joined by commas, all of
// which must hold (LIST-039). Grammar and messages are those of the genuine server.

import { SelectorError } from './selector-error.ts'
import { truncate } from '../api/quote.ts'

export type FieldTerm = { path: string; operator: '=' | '!='; value: string }
export type FieldSelector = (object: unknown) => boolean

/** The paths by which objects of every type can be selected. */
export const commonSelectorPaths: readonly string[] = ['metadata.name', 'metadata.namespace']

/** The selector for an empty text. Compare with it to detect that all objects are selected. */
export const emptyFieldSelector: FieldSelector = () => true

/**
 * Returns a predicate over an object. A missing field compares as the empty string.
 * @throws SelectorError for bad syntax and for an unsupported path
 */
export function parseFieldSelector(
  text: string,
  supportedPaths: readonly string[],
  unsupported = unsupportedAmong(supportedPaths),
): FieldSelector {
  const terms = parseFieldTerms(text)
  const unknown = terms.find(term => !supportedPaths.includes(term.path))
  if (unknown !== undefined) throw new SelectorError(unsupported(truncate(unknown.path)))
  if (terms.length === 0) return emptyFieldSelector
  const tests = terms.map(({ path, operator, value }) => {
    const segments = path.split('.')
    return (object: unknown) => (fieldOf(object, segments) === value) === (operator === '=')
  })
  return object => tests.every(holds => holds(object))
}

/**
 * Returns the name that `metadata.name` must equal, or undefined if there is no such term
 * (PATH-016).
 */
export const nameInFieldTerms = (terms: FieldTerm[]): string | undefined =>
  terms.find(term => term.path === 'metadata.name' && term.operator === '=')?.value

/**
 * Parses the terms of a selector, sorted as texts like those of a genuine server.
 * @throws SelectorError for bad syntax
 */
export function parseFieldTerms(text: string): FieldTerm[] {
  // Any character may follow the backslash here, so that a bad escape is reported as such.
  const parts = text.match(/(?:[^\\,]|\\[\s\S]?)+/g) ?? []
  return parts.toSorted().map(part => {
    const term = /^([\s\S]*?)(!=|==|=)([\s\S]*)$/.exec(part)
    if (term === null) {
      throw new SelectorError(
        `invalid selector: '${truncate(text)}'; can't understand '${truncate(part)}'`,
      )
    }
    const [, path = '', operator, value = ''] = term
    return { path, operator: operator === '!=' ? '!=' : '=', value: unescaped(value) }
  })
}

function unescaped(value: string): string {
  return value.replace(/\\([\s\S]?)|=/gu, (sequence, character: string | undefined) => {
    if (sequence === '=') {
      // The message shows the character code, as that of the genuine server does.
      throw new SelectorError(
        `invalid field selector: unescaped character in value: ${'='.charCodeAt(0)}`,
      )
    }
    if (character === '\\' || character === ',' || character === '=') return character
    throw new SelectorError(`invalid field selector: invalid escape sequence: ${sequence}`)
  })
}

/** Returns the message for an unsupported path. Most genuine types use the first one. */
const unsupportedAmong = (supportedPaths: readonly string[]) =>
  supportedPaths.every(supported => commonSelectorPaths.includes(supported))
    ? (path: string) =>
        `"${path}" is not a known field selector: only "metadata.name", "metadata.namespace"`
    : unsupportedFieldLabel

/** Returns the message of types with additional paths and of custom types. */
export const unsupportedFieldLabel = (path: string): string => `field label not supported: ${path}`

function fieldOf(object: unknown, segments: string[]): string {
  let value = object
  for (const segment of segments) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return ''
    value = Reflect.get(value, segment)
  }
  return typeof value === 'object' || value === undefined ? '' : String(value)
}
