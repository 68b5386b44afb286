// Converts the names of fields between managed fields (`f:name`, `k:{"name":"a"}`, `v:"x"`) and
// conflicts (`.metadata.labels.a`).

import { isJsonObject } from '../dsl/term.ts'
import type { Json } from '../dsl/term.ts'

/** The elements of a path, each as managed fields write it. */
export type PathElements = readonly string[]

/** A path serialized as a key of sets and maps. */
export type FieldPath = string

export const fieldPath = (elements: PathElements): FieldPath => JSON.stringify(elements)
export const elementsOf = (path: FieldPath): string[] => JSON.parse(path) as string[]

export const fieldElement = (name: string): string => `f:${name}`
export const valueElement = (value: Json): string => `v:${canonicalJson(value)}`
export const keyElement = (keys: { [name: string]: Json }): string => `k:${canonicalJson(keys)}`

/** Reports whether a path is below another one. */
export const isBelow = (path: FieldPath, above: FieldPath): boolean =>
  path.startsWith(`${above.slice(0, -1)}${above === '[]' ? '' : ','}`) && path !== above

/**
 * Returns the paths in a record of form `FieldsV1`. `.` is the path itself, and so is an empty
 * object. Undefined if the record has another form.
 */
export function pathsInFieldsV1(record: unknown, path: PathElements = []): FieldPath[] | undefined {
  if (!isJsonObject(record)) return undefined
  const members = Object.entries(record)
  if (members.length === 0) return [fieldPath(path)]
  const found = members.map(([element, below]) => {
    if (element === '.') return [fieldPath(path)]
    const known = normalizeElement(element)
    return known === undefined ? undefined : pathsInFieldsV1(below, [...path, known])
  })
  return found.every(paths => paths !== undefined) ? found.flat() : undefined
}

/** Returns an element in canonical form for comparison; undefined for an unknown sort. */
export function normalizeElement(element: string): string | undefined {
  const [sort, text] = [element.slice(0, 2), element.slice(2)]
  if (sort === 'f:') return element
  if (sort !== 'k:' && sort !== 'v:') return undefined
  try {
    return `${sort}${canonicalJson(JSON.parse(text) as Json)}`
  } catch {
    // A target may write anything here; it need not be JSON.
    return undefined
  }
}

/** Returns a path as a conflict names it. */
export function conflictPath(path: FieldPath): string {
  const parts = elementsOf(path).map(element => {
    const text = element.slice(2)
    if (element.startsWith('f:')) return `.${text}`
    if (element.startsWith('v:')) return `[=${text}]`
    const keys = Object.entries(JSON.parse(text) as { [name: string]: Json })
    return `[${keys.map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(',')}]`
  })
  return parts.join('')
}

/** Returns JSON with the members of objects sorted. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (!isJsonObject(value)) return JSON.stringify(value)
  const members = Object.entries(value as { [name: string]: Json }).toSorted(byName)
  return `{${members.map(([name, one]) => `${JSON.stringify(name)}:${canonicalJson(one)}`).join(',')}}`
}

const byName = ([one]: [string, unknown], [other]: [string, unknown]): number =>
  one < other ? -1 : 1
