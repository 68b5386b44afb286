import { truncate } from '../../api/quote.ts'

/** The member names and indexes that lead from the root to the current value. */
export type PathTrail = (string | number)[]

/** Formats a path as in messages, such as `spec.containers[0].name`. Long names are truncated. */
export function schemaPathText(trail: PathTrail): string {
  const parts = trail.map(part => (typeof part === 'number' ? `[${part}]` : `.${truncate(part)}`))
  // The first name has no leading dot.
  return parts.join('').replace(/^\./, '')
}
