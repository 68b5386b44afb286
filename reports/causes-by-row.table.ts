// Causes that are identified by the failing rows and by the received responses: one fault that
// violates several rules.

import type { FailureCause } from './failure-cause.ts'
import type { FailureEvidence } from './failure-evidence.ts'
import { causesOfDryRuns } from './causes-of-dry-runs.table.ts'
import { causesOfLists } from './causes-of-lists.table.ts'
import { causesOfWatches } from './causes-of-watches.table.ts'
import { isDone, isWrongSuccess, ofRows } from './explains-rows.ts'
import { isRaceLost } from './stale-puts.ts'
import { creationTime, eventTypes, lacksEvents, printedEvent } from './printed-values.ts'

const finalizers = ['DEL-001', 'DEL-005', 'DEL-006', 'DEL-035']
const isWithoutUid = ({ got }: Pick<FailureEvidence, 'got'>): boolean => got === 'nothing'
const uids = ['OBJ-010', 'OBJ-019', 'OBJ-021', 'DEL-009']
const creationTimes = ['WRITE-011', 'OBJ-026']
const futures = ['K8S-GET-001', 'K8S-LIST-007', 'K8S-LIST-008']
const jsonPatches = [
  'PTCH-002',
  'PTCH-003',
  'PTCH-004',
  'PTCH-005',
  'PTCH-006',
  'PTCH-007',
  'PTCH-009',
]
const failingPatches = ['PTCH-007', 'PTCH-010', 'PTCH-003', 'PTCH-004', 'K8S-PTCH-002']
const mergePatches = ['PTCH-012', 'PTCH-013', 'PTCH-011', 'PTCH-014', 'PTCH-024']
const stalePatches = ['PTCH-020', 'ERR-009', 'K8S-PTCH-006']
const unchanged = ['K8S-WRITE-013', 'K8S-PTCH-005', 'K8S-WATCH-012', 'K8S-APPLY-004']
const verbose = [
  'HEALTH-006',
  'HEALTH-007',
  'HEALTH-008',
  'HEALTH-009',
  'K8S-HEALTH-002',
  'K8S-HEALTH-007',
  'K8S-HEALTH-009',
]

// Checks of these sections read what they wrote, so a stale read looks like a failed write.
const sectionsThatRead = [
  'get',
  'list',
  'create-and-update',
  'patch',
  'server-side-apply',
  'object-fields',
  'paths-and-verbs',
  'custom-resources',
]

export const causesByRow: FailureCause[] = [
  {
    title: 'Reads return state older than acknowledged writes',
    rowsMin: 2,
    severity: 'data',
    leads: ['GET-001', 'LIST-001', 'WRITE-010', 'WRITE-003'],
    explains: failed =>
      failed.areReadsStale &&
      sectionsThatRead.includes(failed.section) &&
      (isDone(failed) || (failed.method === 'GET' && failed.status === 404)),
  },
  {
    title: 'Watch events have a type other than ADDED, MODIFIED, DELETED, BOOKMARK and ERROR',
    severity: 'data',
    leads: ['WATCH-011', 'WATCH-010', 'WRITE-017', 'WATCH-007'],
    explains: ({ got }) => {
      const type = printedEvent.exec(got)?.[1]
      return type !== undefined && !eventTypes.includes(type)
    },
  },
  {
    title: 'A create with a name in use overwrites the object',
    severity: 'data',
    leads: ['OBJ-007', 'OBJ-011'],
    explains: ofRows(['OBJ-007', 'OBJ-011'], isWrongSuccess),
  },
  {
    title: 'A DELETE removes an object with finalizers',
    severity: 'data',
    leads: [...finalizers, 'DEL-030'],
    explains: ofRows([...finalizers, 'DEL-030'], ({ id, method, status, got }) =>
      id === 'DEL-030' ? got === 'removed' : method === 'GET' && status === 404,
    ),
  },
  {
    title: 'A second DELETE removes an object with finalizers',
    severity: 'data',
    leads: ['DEL-003'],
    explains: ofRows(['DEL-003'], ({ status }) => status === 404),
  },
  {
    title: 'Patches that remove a finalizer have no effect',
    code: 'kept-finalizers',
    severity: 'data',
    leads: ['DEL-005', 'DEL-035'],
    explains: ofRows(
      ['DEL-005', 'DEL-035'],
      failed => isDone(failed) && failed.expected === 'nothing' && failed.hasFinalizers,
    ),
  },
  {
    title: 'A deleted object stays when its last finalizer is removed',
    severity: 'data',
    leads: ['DEL-006', ...finalizers],
    explains: ofRows(finalizers, isDone),
  },
  {
    title: 'A namespace is removed before its contents',
    severity: 'data',
    leads: ['K8S-DEL-014'],
    explains: ofRows(
      ['K8S-DEL-014'],
      ({ status, expected }) => status === 404 && expected.startsWith('the namespace, deleted'),
    ),
  },
  ...causesOfDryRuns,
  {
    title: 'Several concurrent PUTs with one resourceVersion succeed',
    severity: 'data',
    leads: ['WRITE-010'],
    explains: isRaceLost,
  },
  {
    title: 'A dry-run PUT with a stale resourceVersion succeeds',
    severity: 'wrong success',
    leads: ['DRY-015', 'DRY-010'],
    explains: ofRows(
      ['DRY-015', 'DRY-010'],
      failed =>
        isWrongSuccess(failed) &&
        (failed.id === 'DRY-015' || (failed.method === 'PUT' && failed.expectedStatus === 409)),
    ),
  },
  {
    title: 'A PATCH with a stale resourceVersion is applied',
    severity: 'data',
    leads: stalePatches,
    explains: ofRows(stalePatches, isWrongSuccess),
  },
  {
    title: 'Updates change the creationTimestamp',
    rowsMin: 2,
    severity: 'data',
    leads: creationTimes,
    explains: ofRows(
      creationTimes,
      failed =>
        isDone(failed) && [failed.got, failed.expected].every(text => creationTime.test(text)),
    ),
  },
  {
    title: 'A PUT removes the uid and the creationTimestamp of an object',
    rowsMin: 2,
    severity: 'data',
    leads: ['WRITE-011', 'OBJ-026'],
    explains: ofRows(
      ['WRITE-011', 'OBJ-026'],
      failed =>
        failed.method === 'PUT' &&
        isDone(failed) &&
        failed.got === 'nothing' &&
        (failed.id === 'OBJ-026' || failed.expected.startsWith('/metadata/uid')),
    ),
  },
  {
    title: 'A PUT removes the creationTimestamp of an object',
    severity: 'data',
    leads: creationTimes,
    explains: ofRows(
      creationTimes,
      failed =>
        (failed.id === 'WRITE-011' || failed.method === 'PUT') &&
        isDone(failed) &&
        failed.got === 'nothing' &&
        creationTime.test(failed.expected),
    ),
  },
  {
    title: 'A new object has the uid of a deleted one',
    severity: 'data',
    leads: uids,
    explains: ofRows(
      uids,
      failed =>
        isDone(failed) &&
        failed.expected !== 'random uids' &&
        !isWithoutUid(failed) &&
        (failed.id !== 'DEL-009' || failed.expected === 'another object'),
    ),
  },
  {
    title: 'A PUT removes the uid of an object',
    code: 'removed-uid',
    severity: 'data',
    leads: ['OBJ-020'],
    explains: ofRows(['OBJ-020'], failed => failed.method === 'PUT' && isWithoutUid(failed)),
  },
  {
    title: 'Values that a body has for fields of the server are stored',
    code: 'stored-server-fields',
    severity: 'wrong answer',
    leads: ['K8S-OBJ-016', 'K8S-OBJ-021'],
    explains: ofRows(
      ['K8S-OBJ-016', 'K8S-OBJ-021'],
      failed => isDone(failed) && /^\/metadata\/(?:deletion|\w+: not )/.test(failed.expected),
    ),
  },
  {
    title: 'A change of labels changes the generation of an object',
    severity: 'wrong answer',
    leads: ['K8S-OBJ-024'],
    explains: ofRows(['K8S-OBJ-024'], isDone),
  },
  {
    title: 'Write-only fields are stored and returned',
    code: 'stored-write-only-fields',
    severity: 'wrong answer',
    leads: ['K8S-WRITE-015'],
    explains: ofRows(['K8S-WRITE-015'], failed => isDone(failed) && failed.got.startsWith('{')),
  },
  {
    title: 'The Content-Type of a patch has no effect',
    code: 'ignored-patch-type',
    severity: 'data',
    leads: ['PTCH-001'],
    explains: ofRows(['PTCH-001'], isDone),
  },
  ...causesOfLists,
  {
    title: 'Creates are refused unless their body has the namespace of their path',
    rowsMin: 2,
    severity: 'wrong code',
    leads: ['K8S-OBJ-011', 'K8S-OBJ-013'],
    // The second row is about a cluster-scoped object with a namespace.
    explains: ofRows(['K8S-OBJ-011', 'K8S-OBJ-013'], ({ status = 0 }) => status >= 500),
  },
  ...causesOfWatches,
  {
    title: 'A refused patch changes the object',
    severity: 'data',
    leads: ['PTCH-010', 'PTCH-007', 'PTCH-020', 'PTCH-027', 'PATH-014'],
    // The law compares the stored objects before and after the refusal, and prints a pointer.
    explains: ({ id, method, status = 0, expectedStatus, isWrongSuccess, expected }) =>
      /^(?:PTCH|PATH)-/.test(id) &&
      method === 'PATCH' &&
      status >= 400 &&
      status < 500 &&
      !isWrongSuccess &&
      expectedStatus === undefined &&
      /^(?:\/|all: |no lane-)/.test(expected),
  },
  {
    title: 'A JSON patch that must fail is applied',
    code: 'applied-failing-json-patch',
    severity: 'wrong success',
    leads: failingPatches,
    explains: ofRows(failingPatches, isWrongSuccess),
  },
  {
    title: 'JSON patches do not follow RFC 6902',
    code: 'wrong-json-patches',
    severity: 'data',
    leads: jsonPatches,
    explains: ofRows(jsonPatches, isDone),
  },
  {
    title: 'Merge patches do not follow RFC 7386',
    code: 'wrong-merge-patches',
    rowsMin: 2,
    severity: 'data',
    leads: mergePatches,
    explains: ofRows(mergePatches, isDone),
  },
  {
    title: 'A PUT keeps labels or annotations that its body leaves out',
    rowsMin: 2,
    severity: 'data',
    leads: ['WRITE-005', 'OBJ-032'],
    explains: ofRows(['WRITE-005', 'OBJ-032'], isDone),
  },
  {
    title: 'Writes that change nothing give the object a new version',
    severity: 'detail',
    leads: unchanged,
    // A watch that has too few events shows no new version. K8S-APPLY-004 also fails for changed
    // managed fields, and for refused writes.
    explains: ofRows(
      unchanged,
      failed =>
        isDone(failed) &&
        !lacksEvents(failed) &&
        (failed.id !== 'K8S-APPLY-004' || /^\d+$/.test(failed.got)),
    ),
  },
  {
    title: 'A refusal at Strict names only some of the unknown and duplicate fields',
    code: 'partial-refusals',
    severity: 'wrong answer',
    leads: ['ERR-004'],
    explains: ofRows(
      ['ERR-004'],
      ({ status = 0, expected }) => status >= 400 && expected.startsWith('/'),
    ),
  },
  {
    title: 'Health endpoints ignore verbose',
    rowsMin: 2,
    severity: 'wrong answer',
    leads: verbose,
    // Without the lines of the checks, a warning about unknown names is missing as well.
    explains: failed =>
      isDone(failed) &&
      // A last line that names another endpoint is a verbose response.
      !failed.got.endsWith(' check passed') &&
      verbose.includes(failed.id),
  },
  {
    title: 'Refusals of a future resourceVersion have no Retry-After header',
    rowsMin: 2,
    severity: 'detail',
    leads: futures,
    explains: ofRows(
      futures,
      ({ status = 0, expected, got }) =>
        status >= 500 && /^\d+$/.test(expected) && got === 'nothing',
    ),
  },
  {
    title: 'Requests that must be refused return 500',
    severity: 'wrong code',
    leads: ['ERR-005', 'K8S-ERR-006', 'K8S-PAGE-005', 'K8S-PTCH-003'],
    explains: ({ id, status, expectedStatus = 0 }) =>
      status === 500 && expectedStatus >= 400 && expectedStatus < 500 && id !== 'K8S-ERR-002',
  },
]
