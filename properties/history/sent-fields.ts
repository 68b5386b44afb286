// Which fields a request sent that its type does not know, or sent twice.

import type { Exchange } from './history.ts'

/** A field by its JSON pointer; `name` is the last segment. */
export type SentField = { at: string; name: string }

/** Names that no type has. */
export const unknownName = (index: number): string => `${unknownStart}${index}`

const unknownStart = 'touchstoneX'

/** The fields of a JSON body whose names no type has; what they hold is not looked into. */
export const unknownFieldsOf = ({ request }: Exchange): SentField[] =>
  unknownIn(JSON.parse(request.body ?? 'null'), '')

function unknownIn(value: unknown, at: string): SentField[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const here = { at: `${at}/${name}`, name }
    return name.startsWith(unknownStart) ? [here] : unknownIn(member, here.at)
  })
}

/** The fields that a JSON body holds more than once, each once. */
export const duplicateFieldsOf = ({ request }: Exchange): SentField[] =>
  doubledIn(request.body ?? '')

type Open = { at: string; names: Set<string>; items: number; isList: boolean; key: string }

// Strings with the colon that makes them keys, and the marks that open and close.
const token = /("(?:[^"\\]|\\.)*")(\s*:)?|[{}[\],]/g

function doubledIn(text: string): SentField[] {
  const found = new Map<string, SentField>()
  const open: Open[] = []
  for (const [mark, quoted = '', colon] of text.matchAll(token)) {
    const inner = open.at(-1)
    if (mark === '{' || mark === '[') open.push(opened(inner, mark === '['))
    else if (mark === '}' || mark === ']') open.pop()
    else if (mark === ',' && inner?.isList) inner.items += 1
    else if (colon !== undefined && inner) {
      inner.key = String(JSON.parse(quoted))
      const at = `${inner.at}/${inner.key}`
      if (inner.names.has(inner.key)) found.set(at, { at, name: inner.key })
      inner.names.add(inner.key)
    }
  }
  return [...found.values()]
}

const opened = (outer: Open | undefined, isList: boolean): Open => ({
  at: outer ? `${outer.at}/${outer.isList ? outer.items : outer.key}` : '',
  names: new Set(),
  items: 0,
  isList,
  key: '',
})
