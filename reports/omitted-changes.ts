// Recognises watches that omit changes, and among them those that omit only deletions.

import { isDone, ofRows } from './explains-rows.ts'
import type { Explains } from './explains-rows.ts'
import type { FailureEvidence } from './failure-evidence.ts'
import { isChangeAwaited, lacksChange, lacksEvents, lacksRemoval } from './printed-values.ts'

/** The rows that show an omitted change best, best first. */
export const deliveryRows = [
  'WATCH-011',
  'WATCH-010',
  'WATCH-012',
  'WATCH-013',
  'WRITE-017',
  'PAGE-012',
]

const omits = ofRows(
  [...deliveryRows, 'WATCH-006', 'K8S-WATCH-015'],
  failed => isDone(failed) && lacksChange(failed),
)

/** Rows about single changes. Their event may also come too late, so watches must have events. */
const awaits = ofRows(
  [
    'WRITE-017',
    'WATCH-001',
    'WATCH-003',
    'WATCH-014',
    'WATCH-015',
    'WATCH-031',
    'WATCH-036',
    'DEL-010',
  ],
  failed => failed.hasWatches && isChangeAwaited(failed),
)

/**
 * Rows about the types and the order of events. If a watch of the run omits changes, missing events
 * are no other fault.
 */
const lacks = ofRows(
  ['K8S-WATCH-005', 'K8S-WATCH-006', 'K8S-WATCH-010', 'K8S-WATCH-011', 'K8S-WATCH-012'],
  failed => isDone(failed) && (lacksEvents(failed) || isOtherWatchLacking(failed)),
)

/** Whether the watch that is compared with the received events lacks some of these. */
const isOtherWatchLacking = ({ id, got, expected }: FailureEvidence): boolean =>
  id === 'K8S-WATCH-010' && lacksEvents({ got: expected, expected: got })

export const omitsChanges: Explains = failed =>
  omits(failed) ||
  (awaits(failed) && !failed.areEventVersionsOther) ||
  (failed.areChangesOmitted && lacks(failed))

/** Whether a row about the delivery of changes shows that a watch omits one. */
export const areChangesOmitted = (failed: FailureEvidence[]): boolean =>
  !areEventVersionsOther(failed) && failed.some(one => omits(one) || awaits(one))

/** Matches rows that wait for events at the versions of writes, if events have others. */
export const awaitsVersions: Explains = failed => awaits(failed) && failed.areEventVersionsOther

/**
 * Whether WRITE-017 always received events, but none at the version of the write, while no row
 * shows that an event is omitted.
 */
export const areEventVersionsOther = (failed: FailureEvidence[]): boolean =>
  failed.some(
    ({ id, got, isFlaky }) => id === 'WRITE-017' && !isFlaky && /^\d+(?:, \d+)*$/.test(got),
  ) && !failed.some(one => omits(one) || (one.id === 'WATCH-031' && awaits(one)))

/**
 * Whether each watch of a run that omits changes omits a deletion last. Cases are shrunk, so those
 * of a server that also omits other changes have no deletion.
 */
export function areOnlyRemovalsOmitted(failed: FailureEvidence[]): boolean {
  const omitting = failed.filter(omitsChanges)
  return omitting.length > 0 && omitting.every(lacksRemoval)
}
