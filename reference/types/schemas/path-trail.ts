import { truncate } from '../../api/quote.ts'

/** The member names and indexes that lead from the top to the value that is looked at. */
export type PathTrail = (string | number)[]

/** As messages name a place: `spec.containers[0].name`; a client's long names are cut. */
export function schemaPathText(trail: PathTrail): string {
  const parts = trail.map(part => (typeof part === 'number' ? `[${part}]` : `.${truncate(part)}`))
  // The first name has no dot before it.
  return parts.join('').replace(/^\./, '')
}
