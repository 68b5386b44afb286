// Recognises watches that omit changes, and among them those that omit only deletions.

import { isDone, rows } from './explains-rows.ts'
import type { Explains } from './explains-rows.ts'
import type { FailureEvidence } from './failure-evidence.ts'
import { isChangeAwaited, lacksChange, lacksRemoval } from './printed-values.ts'

/** The rows that show an omitted change best, best first. */
export const delivered = [
  'WATCH-011',
  'WATCH-010',
  'WATCH-012',
  'WATCH-013',
  'WRITE-017',
  'PAGE-012',
]

const omits = rows(
  [...delivered, 'WATCH-006', 'K8S-WATCH-015'],
  failed => isDone(failed) && lacksChange(failed),
)

/** Rows about single changes. Their event may also come too late, so watches must have events. */
const awaits = rows(
  ['WRITE-017', 'WATCH-014', 'WATCH-015', 'WATCH-031', 'DEL-010'],
  failed => failed.isWatchHad && isChangeAwaited(failed),
)

export const omitsChanges: Explains = failed =>
  omits(failed) || (awaits(failed) && !failed.areEventVersionsOther)

/** Matches rows that wait for events at the versions of writes, if events have others. */
export const awaitsVersions: Explains = failed => awaits(failed) && failed.areEventVersionsOther

/**
 * Whether WRITE-017 received events, but none at the version of the write, while no row shows that
 * an event is omitted.
 */
export const areEventVersionsOther = (failed: FailureEvidence[]): boolean =>
  failed.some(({ id, got }) => id === 'WRITE-017' && /^\d+(?:, \d+)*$/.test(got)) &&
  !failed.some(one => omits(one) || (one.id === 'WATCH-031' && awaits(one)))

/**
 * Whether each watch of a run that omits changes omits a deletion last. Cases are shrunk, so those
 * of a server that also omits other changes have no deletion.
 */
export function areOnlyRemovalsOmitted(failed: FailureEvidence[]): boolean {
  const omitting = failed.filter(omitsChanges)
  return omitting.length > 0 && omitting.every(lacksRemoval)
}
