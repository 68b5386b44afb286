// Recognises PUTs with a stale resourceVersion that succeed.

import type { FailureEvidence } from './failure-evidence.ts'

// The first two expect content rather than a refusal.
export const stalePutRows = ['WRITE-009', 'WRITE-010', 'ERR-008']

// Rows about other types, the status and the form of the refusal.
const otherRows = ['K8S-ERR-004', 'K8S-CR-031', 'K8S-CR-045', 'K8S-CR-075', 'K8S-WRITE-019']

// K8S-LIST-020 judges concurrent writes.
const lostUpdate = 'a PUT with a stale resourceVersion succeeded'

/**
 * Whether a row shows a PUT with a stale version that succeeds, alone, in a race or as a dry run.
 */
export const isStalePutDone = ({
  id,
  status = 0,
  isWrongSuccess,
  got,
}: FailureEvidence): boolean =>
  id === 'DRY-015'
    ? isWrongSuccess
    : (stalePutRows.includes(id) && status < 300) || got.endsWith(lostUpdate)

/** Whether a row about another type, or about the status, shows such a PUT. */
export const isOtherStalePutDone = ({
  id,
  method,
  isWrongSuccess,
  expectedStatus,
}: FailureEvidence): boolean =>
  otherRows.includes(id) && method === 'PUT' && isWrongSuccess && expectedStatus === 409

/** Whether a row shows such a PUT only in a race, or only as a dry run. */
export const isRaceOrDryRun = ({ id, got }: FailureEvidence): boolean =>
  ['DRY-015', 'WRITE-010'].includes(id) || got.endsWith(lostUpdate)

/**
 * Whether concurrent writes have no common order. Where PUTs with stale versions are stored, this
 * is not a separate fault: each of them has read another state.
 */
export const hasNoOrder = ({ id, got }: FailureEvidence): boolean =>
  id === 'K8S-LIST-020' && got.startsWith('an order of at most ')

/** Whether several concurrent PUTs with one version succeed. */
export const isRaceLost = (failed: FailureEvidence): boolean =>
  failed.id !== 'DRY-015' && isRaceOrDryRun(failed) && isStalePutDone(failed)

/** Whether such a PUT is stored when no other write is concurrent. */
export const areStalePutsDone = (failed: FailureEvidence[]): boolean =>
  failed.some(one => ['WRITE-009', 'ERR-008'].includes(one.id) && isStalePutDone(one))
