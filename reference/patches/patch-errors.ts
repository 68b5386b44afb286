// The errors of patches. They are separate because the response statuses differ (PTCH-008,
// PTCH-026).

import { truncate, quote } from '../api/quote.ts'

/**
 * The patch does not have the format of its media type, so it cannot be applied to any document
 * (400).
 */
export class MalformedPatch extends Error {
  override name = 'MalformedPatch'
}

/**
 * An operation of a JSON patch is malformed. Genuine servers detect this later than other faults.
 */
export class MalformedOperation extends MalformedPatch {
  override name = 'MalformedOperation'
}

/** The patch has more operations than a request may have (413). */
export class PatchTooLarge extends Error {
  override name = 'PatchTooLarge'
}

/** The patch is well-formed, but cannot be applied to this document (422). */
export class UnapplicablePatch extends Error {
  override name = 'UnapplicablePatch'
}

/** Formats a value for a message: short, and without the content of objects and arrays. */
export function previewValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object' && value !== null) return 'an object'
  return typeof value === 'string' ? quote(value) : truncate(String(value))
}
