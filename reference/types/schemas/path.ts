import { clipped } from '../../api/shown.ts'

/** The member names and indexes that lead from the top to the value that is looked at. */
export type Trail = (string | number)[]

/** As messages name a place: `spec.containers[0].name`; a client's long names are cut. */
export function pathText(trail: Trail): string {
  const parts = trail.map(part => (typeof part === 'number' ? `[${part}]` : `.${clipped(part)}`))
  // The first name has no dot before it.
  return parts.join('').replace(/^\./, '')
}
