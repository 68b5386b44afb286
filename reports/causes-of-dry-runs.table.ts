// Causes that dry runs show: they are refused, or they are stored.

import type { FailureCause } from './failure-cause.ts'
import type { FailureEvidence } from './failure-evidence.ts'
import { isDone, ofRows } from './explains-rows.ts'
import type { Explains } from './explains-rows.ts'
import { creationTime } from './printed-values.ts'

const refusedRows = ['DRY-001', 'DRY-002', 'DRY-003', 'DRY-004']

/** Rows of stored state whose only dry runs have this method. */
const dryRunsThatStore = (method: string, ...ids: string[]): Explains =>
  ofRows(
    ids,
    failed =>
      isDone(failed) &&
      failed.dryRuns.length > 0 &&
      (failed.dryRuns.every(one => one === method) ||
        (failed.method === method && /[?&]dryRun=All(&|$)/.test(failed.path))),
  )

/** Whether a request that had to be performed was refused. */
const isUnserved = ({
  status = 0,
  expectedStatus,
  isWrongSuccess,
}: Pick<FailureEvidence, 'status' | 'expectedStatus' | 'isWrongSuccess'>): boolean =>
  ((status >= 400 && status < 500) || status === 501) &&
  !isWrongSuccess &&
  (expectedStatus === undefined || expectedStatus < 300)

export const causesOfDryRuns: FailureCause[] = [
  {
    title: 'A DELETE with dryRun=All marks an object that has finalizers as deleted',
    code: 'stored-dry-run-of-mark',
    severity: 'data',
    leads: ['DRY-026', 'DRY-011'],
    // What was received is the deletionTimestamp.
    explains: ofRows(
      ['DRY-026', 'DRY-011'],
      failed => !failed.areDryDeletesDone && isDone(failed) && creationTime.test(failed.got),
    ),
  },
  {
    title: 'A DELETE with dryRun=All deletes the object',
    code: 'stored-dry-run-of-delete',
    severity: 'data',
    leads: ['DRY-004', 'DRY-026'],
    explains: ({ id, dryRuns, method, status = 0 }) =>
      id.startsWith('DRY-') &&
      dryRuns.length > 0 &&
      dryRuns.every(one => one === 'DELETE') &&
      // A refusal deletes nothing.
      (method !== 'DELETE' || status < 400),
  },
  {
    title: 'A create is refused after its dry run',
    severity: 'data',
    leads: ['DRY-013'],
    explains: ofRows(['DRY-013'], ({ status }) => status === 409),
  },
  {
    title: 'Dry runs are refused',
    severity: 'missing',
    leads: refusedRows,
    // A 500 counts, because the same create succeeds without the parameter.
    explains: ofRows(
      ['GATE-007'],
      failed => failed.dryRuns.length > 0 && (failed.status === 500 || isUnserved(failed)),
    ),
  },
  {
    title: 'Dry runs are refused',
    rowsMin: 2,
    severity: 'missing',
    leads: refusedRows,
    explains: ({ id, dryRuns, path, ...failed }) =>
      id.startsWith('DRY-') && dryRuns.length > 0 && /[?&]dryRun=/.test(path) && isUnserved(failed),
  },
  {
    title: 'Dry runs are refused',
    // These rows alone are no evidence: a server that serves dry runs may violate them, too.
    rowsMin: 3,
    severity: 'missing',
    leads: refusedRows,
    explains: ({ id, path, status = 0, expected, isWrongSuccess }) =>
      (id === 'DEL-013' && expected.startsWith('dryRun ')) ||
      // The real request is refused with another code.
      (id === 'DRY-010' &&
        /[?&]dryRun=/.test(path) &&
        !isWrongSuccess &&
        [400, 405, 422, 501].includes(status)),
  },
  {
    title: 'A PUT with dryRun=All is stored',
    code: 'stored-dry-run-of-put',
    severity: 'data',
    leads: ['DRY-002', 'DRY-011'],
    explains: dryRunsThatStore('PUT', 'DRY-002', 'DRY-011'),
  },
  {
    title: 'A PATCH with dryRun=All is stored',
    code: 'stored-dry-run-of-patch',
    severity: 'data',
    leads: ['DRY-003', 'DRY-011'],
    explains: dryRunsThatStore('PATCH', 'DRY-003', 'DRY-011'),
  },
]
