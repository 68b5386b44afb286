import { expect, it } from 'vitest'
import { severityOf } from './severity.ts'
import type { FailureEvidence } from './failure-evidence.ts'

const failed = (more: Partial<FailureEvidence>): FailureEvidence => ({
  id: '',
  section: '',
  method: 'PATCH',
  path: '',
  isWrongSuccess: false,
  expectedStatus: undefined,
  status: 200,
  hasWatches: false,
  expected: '',
  areReadsStale: false,
  areListsStale: false,
  isFlaky: false,
  isStrictEnforced: false,
  isStrictIgnored: false,
  areListVersionsLow: false,
  areVersionsNumbers: false,
  isDeletedObjectMissing: false,
  hasFinalizers: false,
  areDeletedObjectsLost: false,
  areStalePutsDone: false,
  areDryDeletesDone: false,
  areUnchangedObjectsSent: false,
  areOnlyRemovalsOmitted: false,
  areChangesOmitted: false,
  areEventVersionsOther: false,
  unseenFields: [],
  areOnlyItemFieldsUnseen: false,
  got: '',
  dryRuns: [],
  ...more,
})

it.each<[id: string, more: Partial<FailureEvidence>, severity: string]>([
  ['DRY-003', { expected: '/data/content: "first"' }, 'data'],
  ['DRY-003', { expected: 'the annotation that was sent' }, 'wrong answer'],
  ['DRY-003', { status: 415 }, 'missing'],
  ['WATCH-001', { expected: 'watch shows object', got: 'nothing came for 50 ms' }, 'data'],
  ['WATCH-001', { expected: 'first a document', got: '[]' }, 'wrong answer'],
  ['WRITE-011', {}, 'data'],
  ['OBJ-026', {}, 'data'],
  ['K8S-OBJ-016', {}, 'wrong answer'],
  ['K8S-CR-024', { status: 400, expectedStatus: 422 }, 'detail'],
  ['K8S-DEL-015', { isWrongSuccess: true }, 'wrong success'],
  ['K8S-ERR-008', { isWrongSuccess: true, expectedStatus: 403 }, 'wrong success'],
  ['K8S-ERR-008', { status: 404, expectedStatus: 403 }, 'detail'],
  ['K8S-DEL-015', { status: 404, expectedStatus: 409 }, 'wrong code'],
  ['K8S-CR-030', {}, 'data'],
])('%s with %j is %s', (id, more, severity) => {
  expect(severityOf(id, true, failed({ id, ...more }))).toBe(severity)
})
