// Recognises PUTs with a stale resourceVersion that succeed.

import type { FailureEvidence } from './failure-evidence.ts'

// The first two expect content rather than a refusal.
export const stalePuts = ['WRITE-009', 'WRITE-010', 'ERR-008']

/** Whether a row shows a PUT with a stale version that succeeds, alone, in a race or as a dry run. */
export const isStalePutDone = ({ id, status = 0, isWrongSuccess }: FailureEvidence): boolean =>
  id === 'DRY-015' ? isWrongSuccess : stalePuts.includes(id) && status < 300

/** Whether such a PUT is stored when no other write is concurrent. */
export const areStalePutsDone = (failed: FailureEvidence[]): boolean =>
  failed.some(one => ['WRITE-009', 'ERR-008'].includes(one.id) && isStalePutDone(one))
