// Compares two OpenAPI documents. Ignores descriptions, the order of members, and different
// notations of the same thing.

import { isJsonObject } from '../../properties/dsl/term.ts'

/** Returns one line per difference, with its path and both values. */
export function openApiDifferences(genuine: unknown, ours: unknown): string[] {
  return [...compared('', plain(genuine), plain(ours))]
}

function* compared(place: string, one: unknown, other: unknown): Iterable<string> {
  if (isJsonObject(one) && isJsonObject(other)) {
    for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
      const inner = `${place}/${name}`
      if (!Object.hasOwn(other, name)) yield `${inner}: is missing`
      else if (!Object.hasOwn(one, name)) yield `${inner}: is more`
      else yield* compared(inner, one[name], other[name])
    }
    return
  }
  const [left, right] = [JSON.stringify(one), JSON.stringify(other)]
  if (left !== right) yield `${place}: ${clipped(left)} is ${clipped(right)}`
}

const clipped = (text: string): string => (text.length > 120 ? `${text.slice(0, 120)}…` : text)

/** Removes descriptions, keys parameters by name, and unwraps an `allOf` with one reference. */
function plain(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return plainList(value, name)
  if (!isJsonObject(value)) return value
  const { allOf, ...rest } = value
  const [first] = Array.isArray(allOf) && allOf.length === 1 ? (allOf as unknown[]) : []
  const whole = isJsonObject(first) && '$ref' in first ? { ...rest, ...first } : value
  const members = Object.entries(whole).filter(
    ([member, inner]) => !isWord(member, inner) && (isNamed(name) || !isNoise(member)),
  )
  return Object.fromEntries(members.map(([member, inner]) => [member, plain(inner, member)]))
}

/** Whether the keys of a member are free names instead of OpenAPI keywords. */
const isNamed = (name: string): boolean =>
  ['properties', 'schemas', 'definitions', 'paths', 'parameters'].includes(name)

const isWord = (name: string, value: unknown): boolean =>
  name === 'description' && typeof value === 'string'

/** Keywords without information: a genuine server sets `uniqueItems` on every query parameter. */
const isNoise = (name: string): boolean => name === 'uniqueItems' || name === 'schemes'

function plainList(list: unknown[], name: string): unknown {
  const items = list.map(item => plain(item))
  if (name === 'parameters') {
    return Object.fromEntries(items.map(item => [(item as { name: string }).name, item]))
  }
  const sorted = ['required', 'enum', 'consumes', 'produces'].includes(name)
  return sorted || name === 'x-kubernetes-group-version-kind'
    ? items.map(item => sortedKeys(item)).sort(byText)
    : items
}

const sortedKeys = (item: unknown): unknown =>
  isJsonObject(item) ? Object.fromEntries(Object.entries(item).sort(byText)) : item

const byText = (one: unknown, other: unknown): number =>
  JSON.stringify(one) < JSON.stringify(other) ? -1 : 1
