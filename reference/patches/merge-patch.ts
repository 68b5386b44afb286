import { isJsonObject, type JsonObject, ownMember } from '../api/object.ts'
import { setOwnMember } from '../codecs/set-member.ts'
import { MalformedPatch, previewValue } from './patch-errors.ts'

/** Applies a merge patch to an API object. The patch must be an object. @throws MalformedPatch */
export function applyMergePatch(document: JsonObject, patch: unknown): unknown {
  if (isJsonObject(patch)) return mergePatchedValue(document, patch)
  throw new MalformedPatch(`merge patch: must be an object, got ${previewValue(patch)}`)
}

/**
 * Applies a JSON Merge Patch, RFC 7386 (PTCH-011 to PTCH-014): objects merge, null removes, and
 * anything else replaces. Neither value is changed. The result shares unchanged parts with both.
 * The recursion is as deep as the objects of the patch, which readers limit to 250 (`jsonDepthMax`
 * of the JSON reader). The result is not deeper than the deeper of the two.
 */
export function mergePatchedValue(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch
  // Spreading defines own members, whatever their names.
  const merged: JsonObject = isJsonObject(target) ? { ...target } : {}
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name]
    else setOwnMember(merged, name, mergePatchedValue(ownMember(merged, name), value))
  }
  return merged
}
