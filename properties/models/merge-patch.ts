// Implements JSON Merge Patch (RFC 7386): objects merge, null removes, anything else replaces.

import type { Json } from '../dsl/term.ts'

/** Returns the document after the patch. An undefined document does not exist yet. */
export function applyMergePatch(document: Json | undefined, patch: Json): Json {
  if (!isMap(patch)) return patch
  const members = new Map(isMap(document) ? Object.entries(document) : [])
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) members.delete(name)
    else members.set(name, applyMergePatch(members.get(name), value))
  }
  return Object.fromEntries(members)
}

const isMap = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
