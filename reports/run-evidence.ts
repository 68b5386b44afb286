// Computes the evidence that all failing rows of a run give together.

import type { CapabilityCounts } from '../suites/verdict.ts'
import {
  exactListRows,
  listVersionRows,
  newestListRows,
  versionTypeRows,
} from './causes-of-lists.table.ts'
import { isDone, isWrongSuccess } from './explains-rows.ts'
import { isBelow } from './printed-values.ts'
import type { FailureEvidence } from './failure-evidence.ts'
import {
  areChangesOmitted,
  areEventVersionsOther,
  areOnlyRemovalsOmitted,
} from './omitted-changes.ts'
import { areOnlyItemFieldsUnseen } from './unseen-fields.ts'
import { areStalePutsDone } from './stale-puts.ts'
import { areUnchangedObjectsSent } from './unchanged-objects.ts'

const rowsAtStrict = new Set([
  'ERR-001',
  'ERR-002',
  'VALID-013',
  'VALID-014',
  'K8S-VALID-001',
  'GATE-010',
])

type RunEvidence = Pick<
  FailureEvidence,
  | 'areReadsStale'
  | 'areListsStale'
  | 'areListVersionsLow'
  | 'areVersionsNumbers'
  | 'areDeletedObjectsLost'
  | 'areStalePutsDone'
  | 'areDryDeletesDone'
  | 'areOnlyRemovalsOmitted'
  | 'isStrictIgnored'
  | 'areChangesOmitted'
  | 'areEventVersionsOther'
  | 'areOnlyItemFieldsUnseen'
  | 'areUnchangedObjectsSent'
>

/** The evidence of a run before its rows are compared. */
export const noRunEvidence: RunEvidence = {
  areReadsStale: false,
  areListsStale: false,
  areListVersionsLow: false,
  areVersionsNumbers: false,
  areDeletedObjectsLost: false,
  areStalePutsDone: false,
  areDryDeletesDone: false,
  areOnlyRemovalsOmitted: false,
  isStrictIgnored: false,
  areChangesOmitted: false,
  areEventVersionsOther: false,
  areOnlyItemFieldsUnseen: false,
  areUnchangedObjectsSent: false,
}

export function runEvidenceOf(
  failed: FailureEvidence[],
  capabilityCounts: CapabilityCounts,
): RunEvidence {
  const isFailing = (one: string) => failed.some(({ id }) => id === one)
  const areNewestListsWrong = newestListRows.some(isFailing)
  const areListsStale = isFailing('K8S-LIST-021') && areNewestListsWrong
  const isVersionLow = failed.some(
    one => listVersionRows.includes(one.id) && isDone(one) && isBelow(one),
  )
  return {
    areReadsStale: isFailing('GET-001'),
    areListsStale,
    areListVersionsLow: (isFailing('K8S-LIST-021') || isVersionLow) && !areNewestListsWrong,
    areVersionsNumbers: failed.some(
      ({ id, got }) => versionTypeRows.includes(id) && /^\d+$/.test(got),
    ),
    areDeletedObjectsLost:
      (capabilityCounts['exact-lists']?.had ?? 0) > 0 &&
      failed.some(({ id, ...one }) => exactListRows.includes(id) && one.isDeletedObjectMissing),
    areStalePutsDone: areStalePutsDone(failed),
    areDryDeletesDone: isFailing('DRY-004'),
    areOnlyRemovalsOmitted: areOnlyRemovalsOmitted(failed),
    isStrictIgnored: failed.some(one => rowsAtStrict.has(one.id) && isWrongSuccess(one)),
    areChangesOmitted: areChangesOmitted(failed),
    areEventVersionsOther: areEventVersionsOther(failed),
    areOnlyItemFieldsUnseen: areOnlyItemFieldsUnseen(failed),
    areUnchangedObjectsSent: areUnchangedObjectsSent(failed),
  }
}
