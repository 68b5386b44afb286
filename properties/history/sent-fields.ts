// Finds the fields of a request that are unknown to its type or sent twice.

import type { Exchange } from './history.ts'

/** A field by its JSON pointer; `name` is the last segment. */
export type SentField = { pointer: string; name: string }

/** Returns a field name that no type has. */
export const unknownName = (index: number): string => `${unknownStart}${index}`

const unknownStart = 'touchstoneX'

/** Returns the fields of a JSON body whose names no type has. Their values are not searched. */
export const unknownFieldsOf = ({ request }: Exchange): SentField[] =>
  unknownIn(JSON.parse(request.body ?? 'null'), '')

function unknownIn(value: unknown, pointer: string): SentField[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const here = { pointer: `${pointer}/${name}`, name }
    return name.startsWith(unknownStart) ? [here] : unknownIn(member, here.pointer)
  })
}

/** Returns the duplicate fields of a JSON body, each once. */
export const duplicateFieldsOf = ({ request }: Exchange): SentField[] =>
  doubledIn(request.body ?? '')

type Open = { pointer: string; names: Set<string>; items: number; isList: boolean; key: string }

// Matches strings, with a following colon if they are keys, and structural characters.
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
      const pointer = `${inner.pointer}/${inner.key}`
      if (inner.names.has(inner.key)) found.set(pointer, { pointer, name: inner.key })
      inner.names.add(inner.key)
    }
  }
  return [...found.values()]
}

const opened = (outer: Open | undefined, isList: boolean): Open => ({
  pointer: outer ? `${outer.pointer}/${outer.isList ? outer.items : outer.key}` : '',
  names: new Set(),
  items: 0,
  isList,
  key: '',
})
