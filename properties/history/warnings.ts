// Parses the `Warning` header of an answer.

import type { Exchange } from './history.ts'

/**
 * Returns the texts of an answer's warnings, in order. A server may send one header line per
 * warning or one line with commas between them. The client joins lines with commas, too.
 */
export const warningsOf = ({ answer }: Exchange): string[] =>
  itemsOf(answer?.headers['warning'] ?? '').map(textOf)

/** Splits a header value at commas outside of quoted texts. */
const itemsOf = (value: string): string[] =>
  (value.match(item) ?? []).map(one => one.trim()).filter(one => one !== '')

// A quoted text without a closing quote extends to the end of the line.
const item = /(?:"(?:[^"\\]|\\.)*(?:"|$)|[^",])+/g

/** Returns the text of `299 agent "text" "date"`, or the whole item if it has another form. */
function textOf(one: string): string {
  const [, quoted] = /^\d{3}\s+\S+\s+"((?:[^"\\]|\\.)*)"/.exec(one) ?? []
  return quoted === undefined ? one : quoted.replaceAll(/\\(.)/g, '$1')
}

/**
 * Returns the warnings of a write that its `twin` without faults did not get. Common warnings are
 * unrelated to the faults.
 */
export function warningsBeyondControl(write: Exchange, twin: Exchange): string[] {
  const usual = new Set(warningsOf(twin))
  return warningsOf(write).filter(text => !usual.has(text))
}
