import { isJsonObject, type JsonObject } from '../api/object.ts'
import { ownMember, setOwnMember } from './own-members.ts'
import { MalformedPatch, previewValue } from './patch-errors.ts'

/** A merge patch of an object, which only an object can be. @throws MalformedPatch */
export function applyMergePatch(document: JsonObject, patch: unknown): unknown {
  if (isJsonObject(patch)) return mergePatchedValue(document, patch)
  throw new MalformedPatch(`merge patch: must be an object, got ${previewValue(patch)}`)
}

/**
 * JSON Merge Patch, RFC 7386 (PTCH-011 to PTCH-014): objects merge, null removes, anything else
 * replaces. Neither value is changed; the result shares with both what the patch does not touch.
 * Recursion ends where the objects of the patch do, and no reader lets those nest deeper than 250
 * (`depthMax` of the JSON reader); nor is the result deeper than the deeper of the two.
 */
export function mergePatchedValue(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch
  // Spreading defines own members, of any name.
  const merged: JsonObject = isJsonObject(target) ? { ...target } : {}
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name]
    else setOwnMember(merged, name, mergePatchedValue(ownMember(merged, name), value))
  }
  return merged
}
