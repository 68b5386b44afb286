// What can be wrong with a patch, told apart because the answers differ (PTCH-008, PTCH-026).

import { truncate, quote } from '../api/quote.ts'

/** The patch does not have the form of its media type: no document could take it (400). */
export class MalformedPatch extends Error {
  override name = 'MalformedPatch'
}

/** One operation of a JSON patch does not have its form; genuine servers see that only later. */
export class MalformedOperation extends MalformedPatch {
  override name = 'MalformedOperation'
}

/** The patch has more operations than one request may ask for (413). */
export class PatchTooLarge extends Error {
  override name = 'PatchTooLarge'
}

/** The patch has its form, but this document cannot take it (422). */
export class UnapplicablePatch extends Error {
  override name = 'Unapplicable'
}

/** A value in a message: short, and never the inside of an object or an array. */
export function previewValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object' && value !== null) return 'an object'
  return typeof value === 'string' ? quote(value) : truncate(String(value))
}
