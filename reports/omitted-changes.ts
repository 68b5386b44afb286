// Recognises watches that omit changes, and among them those that omit only deletions.

import { isDone, rows } from './explains-rows.ts'
import type { FailureEvidence } from './failure-evidence.ts'
import { lacksChange, lacksRemoval } from './printed-values.ts'

/** The rows that show an omitted change best, best first. */
export const delivered = [
  'WATCH-011',
  'WATCH-010',
  'WATCH-012',
  'WATCH-013',
  'WRITE-017',
  'PAGE-012',
]

export const omitsChanges = rows(
  [...delivered, 'WATCH-006', 'K8S-WATCH-015'],
  failed => isDone(failed) && lacksChange(failed),
)

/**
 * Whether each watch of a run that omits changes omits a deletion last. Cases are shrunk, so those
 * of a server that also omits other changes have no deletion.
 */
export function areOnlyRemovalsOmitted(failed: FailureEvidence[]): boolean {
  const omitting = failed.filter(omitsChanges)
  return omitting.length > 0 && omitting.every(lacksRemoval)
}
