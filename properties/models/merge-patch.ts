// Implements JSON Merge Patch (RFC 7386): objects merge, null removes, anything else replaces.

import { isJsonObject } from '../dsl/term.ts'
import type { Json } from '../dsl/term.ts'

/** Returns the document after the patch. An undefined document does not exist yet. */
export function applyMergePatch(document: Json | undefined, patch: Json): Json {
  if (!isJsonObject(patch)) return patch
  const members = new Map(isJsonObject(document) ? Object.entries(document) : [])
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) members.delete(name)
    else members.set(name, applyMergePatch(members.get(name), value))
  }
  return Object.fromEntries(members)
}
