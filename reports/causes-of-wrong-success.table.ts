// Causes that make requests succeed, or have an effect, although they must not.

import type { FailureCause } from './failure-cause.ts'
import { isWrongSuccess, ofRows } from './explains-rows.ts'

const deletionsInProgress = ['K8S-OBJ-022', 'K8S-OBJ-023']
const unservedTypes = ['ERR-007', 'K8S-ENC-051', 'ENC-005']
const documents = ['K8S-PATH-008', 'K8S-PATH-009', 'K8S-PATH-010']
// The lists of discovery are an APIGroupList and an APIResourceList.
const isObjectList = (got: string): boolean => /"kind":\s*"(?!API)\w*List"/.test(got)
const removedTypes = ['K8S-CR-032', 'K8S-CR-072', 'K8S-CR-006']
const policies = ['K8S-ADM-001', 'K8S-ADM-015']
const quotas = ['K8S-ADM-017', 'K8S-ADM-018', 'K8S-ADM-020', 'K8S-ADM-021']
const staleStatuses = ['K8S-WRITE-019', 'K8S-CR-075']
const unknownPaths = ['K8S-PATH-001', 'K8S-PATH-002', 'K8S-HEALTH-006']

/**
 * Rows whose object is valid, and whose body, patch or annotations are longer than existing
 * servers allow.
 */
export const ofBodySize = ['K8S-ERR-012', 'K8S-PTCH-008', 'K8S-OBJ-009']

export const causesOfWrongSuccess: FailureCause[] = [
  {
    title:
      'Bodies, patches and annotations are accepted that are longer than existing servers allow',
    severity: 'detail',
    leads: ofBodySize,
    explains: ofRows(ofBodySize, isWrongSuccess),
  },
  {
    title: 'A DELETE with dryRun in its body deletes the object',
    code: 'stored-dry-run-of-delete-body',
    severity: 'data',
    leads: ['K8S-DEL-016'],
    explains: ofRows(
      ['K8S-DEL-016'],
      ({ status, got }) => status === 404 || got === 'gone' || /^404\b/.test(got),
    ),
  },
  {
    title: 'Dry-run creates ignore that a name is in use',
    rowsMin: 2,
    severity: 'wrong success',
    leads: ['DRY-014', 'DRY-010'],
    explains: ofRows(
      ['DRY-014', 'DRY-010'],
      // DRY-010 also judges other faults of a create.
      failed =>
        failed.method === 'POST' &&
        isWrongSuccess(failed) &&
        (failed.id === 'DRY-014' || failed.expectedStatus === 409),
    ),
  },
  {
    title: 'A PUT changes a deletion in progress',
    rowsMin: 2,
    severity: 'data',
    leads: deletionsInProgress,
    explains: ofRows(deletionsInProgress, ({ status = 0 }) => status < 300),
  },
  {
    title: 'A PUT with a resourceVersion that the server never issued overwrites the object',
    code: 'unchecked-put-version',
    severity: 'data',
    leads: ['K8S-WRITE-006'],
    explains: ofRows(['K8S-WRITE-006'], isWrongSuccess),
  },
  {
    title: 'A PUT with the uid of another object is performed',
    code: 'unchecked-put-uid',
    severity: 'wrong success',
    leads: ['K8S-WRITE-012'],
    explains: ofRows(['K8S-WRITE-012'], isWrongSuccess),
  },
  {
    title: 'Requests for media types that are not served succeed',
    code: 'no-406',
    severity: 'wrong success',
    leads: unservedTypes,
    explains: ofRows(unservedTypes, isWrongSuccess),
  },
  {
    title: 'Bodies of unsupported media types are accepted',
    code: 'no-415',
    severity: 'wrong success',
    leads: ['K8S-ERR-013'],
    explains: ofRows(['K8S-ERR-013'], isWrongSuccess),
  },
  {
    title: 'Writes ignore invalid query parameters',
    code: 'unchecked-write-parameters',
    severity: 'wrong success',
    leads: ['K8S-DRY-001', 'K8S-VALID-002'],
    explains: ofRows(['K8S-DRY-001', 'K8S-VALID-002'], isWrongSuccess),
  },
  {
    title: 'Health endpoints and discovery return a list of objects',
    code: 'lists-at-other-paths',
    severity: 'wrong answer',
    leads: ['K8S-PATH-008', 'HEALTH-006', 'K8S-HEALTH-001'],
    explains: ({ id, section, status, got }) =>
      (section === 'health' || documents.includes(id)) && status === 200 && isObjectList(got),
  },
  {
    title: 'Groups, versions and subresources that no definition declares are served',
    rowsMin: 2,
    severity: 'wrong success',
    leads: removedTypes,
    explains: ofRows(
      removedTypes,
      failed => isWrongSuccess(failed) && failed.method === 'GET' && failed.expectedStatus === 404,
    ),
  },
  {
    title: 'Admission policies have no effect',
    rowsMin: 2,
    severity: 'wrong success',
    leads: policies,
    explains: ofRows(policies, isWrongSuccess),
  },
  {
    title: 'Quotas are not enforced',
    rowsMin: 3,
    severity: 'wrong success',
    leads: quotas,
    explains: ofRows(
      quotas,
      failed => isWrongSuccess(failed) || failed.expected.startsWith('at most '),
    ),
  },
  {
    title: 'A write of the status with a stale resourceVersion is performed',
    rowsMin: 2,
    severity: 'wrong success',
    leads: staleStatuses,
    explains: ofRows(staleStatuses, isWrongSuccess),
  },
  {
    title: 'Paths that do not exist are served',
    code: 'served-unknown-paths',
    rowsMin: 2,
    severity: 'wrong success',
    leads: unknownPaths,
    explains: ofRows(unknownPaths, isWrongSuccess),
  },
]
