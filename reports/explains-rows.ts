// Builds the functions by which a cause recognises the failing rows that it explains.

import type { FailureEvidence } from './failure-evidence.ts'

export type Explains = (failed: FailureEvidence) => boolean

/** Matches rows of these ids that fail in a certain way. */
export const ofRows =
  (ids: readonly string[], how: Explains): Explains =>
  failed =>
    ids.includes(failed.id) && how(failed)

/** Matches a request that had to be refused and was performed. */
export const isWrongSuccess: Explains = failed => failed.isWrongSuccess

/** Matches a request that had to be performed, and was. */
export const isDone: Explains = ({ status = 0, isWrongSuccess }) =>
  status >= 200 && status < 300 && !isWrongSuccess

/**
 * Matches patches of this media type that are refused although no refusal for their type is due. A
 * case whose server refuses one patch type may fail for a patch of another one.
 */
export const isRefusedPatchOf =
  (mediaType: string): Explains =>
  failed =>
    (failed.status ?? 500) >= 400 &&
    failed.expectedStatus !== 415 &&
    (failed.mediaType === undefined || failed.mediaType === mediaType) &&
    !isOfServedPatchTypes(failed)

/** Matches rows about refusals of patches, which judge only the patch types that are served. */
export const isOfServedPatchTypes: Explains = ({ id }) =>
  /^K8S-(?:VALID-001|PTCH-0(?:0[34679]|1[01]))$/.test(id)

/** Matches rows whose objects are valid, and must be refused by a policy, a quota or a webhook. */
export const isOfAdmission = (id: string): boolean =>
  /^(?:K8S-)?ADM-/.test(id) || ['DRY-005', 'DRY-018', 'DRY-021'].includes(id)
