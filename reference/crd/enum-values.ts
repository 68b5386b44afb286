import { isJsonObject } from '../api/object.ts'
import type { SchemaNode } from './schema-node.ts'

/** Whether a value is one of those that a schema allows; any is where it lists none. */
export function isInEnum(value: unknown, node: SchemaNode): boolean {
  if (node.enum.length === 0) return true
  return textsOf(node).has(sameText(value))
}

// A long list must not be gone through for each of many values.
const known = new WeakMap<SchemaNode, ReadonlySet<string>>()

function textsOf(node: SchemaNode): ReadonlySet<string> {
  const texts = known.get(node) ?? new Set(node.enum.map(sameText))
  known.set(node, texts)
  return texts
}

/** A text that two values share when they are the same to `isSameJson`. */
function sameText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sameText).join()}]`
  if (isJsonObject(value)) {
    const members = Object.keys(value).sort()
    return `{${members.map(name => `${JSON.stringify(name)}:${sameText(value[name])}`).join()}}`
  }
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}
