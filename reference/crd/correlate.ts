// Correlates values with those before an update. Only values with an identity can be correlated:
// members of objects, including atomic ones, and items of lists of type `map`.

import { isJsonObject } from '../api/object.ts'
import { previewJson } from '../api/quote.ts'
import type { SchemaNode } from './schema-node.ts'

/** The value before an update. An undefined `value` means that it was absent. */
export type OldValue = { readonly value: unknown }

/** Returns the old value of a member, or undefined if it cannot be correlated. */
export function correlatedMember(old: OldValue, name: string): OldValue | undefined {
  if (!isJsonObject(old.value)) return undefined
  return { value: Object.hasOwn(old.value, name) ? old.value[name] : undefined }
}

/**
 * Returns a function that finds the old value of an item, or undefined if items cannot be
 * correlated.
 */
export function correlatedItem(
  old: OldValue,
  { listType, listMapKeys, items }: SchemaNode,
): ((item: unknown) => OldValue | undefined) | undefined {
  if (listType !== 'map' || !Array.isArray(old.value)) return undefined
  const byKey = new Map<string, unknown>()
  for (const item of old.value) {
    const key = listMapKeyOf(item, listMapKeys, items)
    if (key !== undefined) byKey.set(key, item)
  }
  return item => {
    const key = listMapKeyOf(item, listMapKeys, items)
    return key !== undefined && byKey.has(key) ? { value: byKey.get(key) } : undefined
  }
}

/** Returns the key of an item in a `map` list as text. A missing key has its default. */
export function listMapKeyOf(
  item: unknown,
  keys: readonly string[],
  node: SchemaNode | undefined,
): string | undefined {
  if (!isJsonObject(item)) return undefined
  return previewJson(
    keys.map(key =>
      Object.hasOwn(item, key) ? item[key] : node?.properties.get(key)?.defaultHolder?.value,
    ),
  )
}
