import { isJsonObject } from './object.ts'

/**
 * Whether two JSON values are equal, in any order of members. An integer may be a number or a
 * bigint, depending on how it was written; the two are equal when their texts are.
 */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (isNumeric(a) && isNumeric(b)) return typeof a === typeof b ? a === b : `${a}` === `${b}`
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((entry, index) => isSameJson(entry, b[index]))
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return a === b
  const members = Object.keys(a)
  return (
    members.length === Object.keys(b).length &&
    members.every(member => Object.hasOwn(b, member) && isSameJson(a[member], b[member]))
  )
}

const isNumeric = (value: unknown): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint'

/** Returns a text that is equal for two JSON values if and only if the values are the same. */
export function canonicalJsonText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJsonText).join()}]`
  if (isJsonObject(value)) {
    const members = Object.keys(value).sort()
    return `{${members.map(name => `${JSON.stringify(name)}:${canonicalJsonText(value[name])}`).join()}}`
  }
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}
