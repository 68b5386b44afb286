// The `Warning` header of an answer, item by item.

import type { Exchange } from './history.ts'

/**
 * The texts of an answer's warnings, in order. A server may send a header line for each, or one
 * line of items with commas between them; the client joins lines in that same way.
 */
export const warningsOf = ({ answer }: Exchange): string[] =>
  itemsOf(answer?.headers['warning'] ?? '').map(textOf)

/** The parts between commas; a comma within a quoted text parts nothing. */
const itemsOf = (value: string): string[] =>
  (value.match(item) ?? []).map(one => one.trim()).filter(one => one !== '')

// A quoted text whose end is missing goes on to the end of the line.
const item = /(?:"(?:[^"\\]|\\.)*(?:"|$)|[^",])+/g

/** The text of `299 agent "text" "date"`; of an item in another form, all of it. */
function textOf(one: string): string {
  const [, quoted] = /^\d{3}\s+\S+\s+"((?:[^"\\]|\\.)*)"/.exec(one) ?? []
  return quoted === undefined ? one : quoted.replaceAll(/\\(.)/g, '$1')
}

/** What the `twin` without faults is not warned of too: the rest has nothing to do with them. */
export function warningsBeyondControl(write: Exchange, twin: Exchange): string[] {
  const usual = new Set(warningsOf(twin))
  return warningsOf(write).filter(text => !usual.has(text))
}
