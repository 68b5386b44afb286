// Which value of the object before an update stands in the place of which one now. Only what can
// be told apart by name has a place: members of objects, of atomic ones too, and the items of lists
// of type `map`.

import { isJsonObject } from '../api/object.ts'
import { previewJson } from '../api/quote.ts'
import type { SchemaNode } from './schema-node.ts'

/** What was there before; undefined where nothing was, though the place is known. */
export type OldValue = { readonly value: unknown }

/** What a member was before; undefined where its place is not known. */
export function correlatedMember(old: OldValue, name: string): OldValue | undefined {
  if (!isJsonObject(old.value)) return undefined
  return { value: Object.hasOwn(old.value, name) ? old.value[name] : undefined }
}

/** Finds what an item was before; undefined where places of items are not known. */
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

/** What tells an item of a `map` list from others, as text; an absent key has its default. */
export function listMapKeyOf(
  item: unknown,
  keys: readonly string[],
  node: SchemaNode | undefined,
): string | undefined {
  if (!isJsonObject(item)) return undefined
  return previewJson(
    keys.map(key =>
      Object.hasOwn(item, key) ? item[key] : node?.properties.get(key)?.standIn?.value,
    ),
  )
}
