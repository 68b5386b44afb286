// Causes that break one or two rules. Without them, the title of the finding would quote the rule,
// and a reader could take the rule for what the server does.

import type { FailureCause } from './failure-cause.ts'
import { isDone, isWrongSuccess, ofRows } from './explains-rows.ts'
import { isPartOf } from './printed-values.ts'

const counted = ['ENV-008', 'ENV-009']

const conflicts = ['ERR-008', 'ERR-009', 'DRY-015', 'K8S-ERR-004', 'K8S-PTCH-006']
const withoutNamespace = ['PATH-012', 'K8S-PATH-003']

const undecodable = ['ERR-005', 'ERR-002']
const duplicates = ['VALID-006', 'VALID-010']
const initialBookmarks = ['WATCH-040', 'WATCH-041']

const singleChecks = ['HEALTH-016', 'HEALTH-017', 'HEALTH-018']
const specs = ['K8S-WRITE-016', 'K8S-PTCH-013']
const withoutVersion = ['K8S-WRITE-004', 'K8S-CR-045']
const validationRules = ['K8S-CR-060', 'K8S-CR-062']

// A PUT or PATCH is also refused with 409 for fields of other managers. A dry run overwrites
// nothing.
const ofOwners = /^(?:K8S-)?(?:APPLY-(?!022$)|DRY-)|^K8S-CR-093$/

const statuses = ['K8S-WRITE-017', 'K8S-PTCH-014', 'K8S-CR-070']

export const causesOfOneRule: FailureCause[] = [
  {
    title: 'Writes to the status subresource change the spec',
    severity: 'data',
    leads: specs,
    explains: ofRows(specs, isDone),
  },
  {
    title: 'Writes of an object change its status',
    severity: 'data',
    leads: statuses,
    explains: ofRows(statuses, isDone),
  },
  {
    title: 'A dry run of the deletion of a collection deletes objects',
    code: 'stored-dry-run-of-collection',
    severity: 'data',
    leads: ['K8S-DEL-017'],
    explains: ofRows(['K8S-DEL-017'], ({ got }) => got === 'removed'),
  },
  {
    title: 'The deletion of a collection also deletes objects that its selector does not match',
    severity: 'data',
    leads: ['K8S-DEL-018', 'K8S-DEL-019'],
    explains: ofRows(['K8S-DEL-018', 'K8S-DEL-019'], ({ got }) => got === 'removed'),
  },
  {
    title: 'A watch with a selector does not deliver objects that start to match',
    severity: 'data',
    leads: ['K8S-WATCH-005'],
    explains: ofRows(
      ['K8S-WATCH-005'],
      ({ expected, got }) => expected.startsWith('ADDED') && got === 'nothing',
    ),
  },
  {
    title: 'A watch of one object delivers events of other objects, or none',
    severity: 'data',
    leads: ['WATCH-004'],
    explains: ofRows(['WATCH-004'], ({ got }) => got.startsWith('neither: ')),
  },
  {
    title: 'Creates with fieldValidation=Strict are refused or fail',
    severity: 'missing',
    leads: ['GATE-010'],
    explains: ofRows(
      ['GATE-010'],
      ({ status = 0, expected }) => status >= 400 && expected === 'success',
    ),
  },
  {
    title: 'Chunks with another limit skip objects',
    severity: 'data',
    leads: ['K8S-PAGE-001'],
    explains: ofRows(['K8S-PAGE-001'], failed => isDone(failed) && isPartOf(failed)),
  },
  {
    title: '/livez and /readyz are not served',
    rowsMin: 2,
    severity: 'missing',
    leads: ['HEALTH-001', 'HEALTH-002'],
    explains: ofRows(['HEALTH-001', 'HEALTH-002'], ({ status }) => status === 404),
  },
  {
    title: 'A path of a single health check is not served',
    severity: 'missing',
    leads: singleChecks,
    explains: ofRows(singleChecks, ({ status }) => status === 404),
  },
  {
    title: 'Requests for a missing object do not return 404',
    severity: 'wrong code',
    leads: ['K8S-ERR-002'],
    explains: ofRows(
      ['K8S-ERR-002'],
      ({ expectedStatus, status }) =>
        expectedStatus === 404 && status !== undefined && status !== 404,
    ),
  },
  {
    title: 'Definitions of custom types are stored but never established',
    severity: 'missing',
    leads: ['K8S-CR-001'],
    explains: ofRows(
      ['K8S-CR-001'],
      ({ expected, got }) =>
        expected === 'Established is True' && ['[]', 'nothing', 'an empty list'].includes(got),
    ),
  },
  {
    title: 'A PUT writes the object that its body names, not the one that its path names',
    severity: 'data',
    leads: ['K8S-WRITE-020'],
    explains: ofRows(['K8S-WRITE-020'], () => true),
  },
  {
    title: 'Some unknown and duplicate fields cause no warning',
    code: 'missing-field-warnings',
    rowsMin: 2,
    severity: 'wrong answer',
    leads: ['VALID-009', 'VALID-010', 'VALID-016', 'VALID-002', 'VALID-003', 'VALID-004'],
    explains: failed =>
      failed.section === 'field-validation' &&
      isDone(failed) &&
      failed.method !== 'GET' &&
      /^(?:a|one) warning about |^299 /.test(failed.expected),
  },
  {
    title: 'Writes with a stale resourceVersion are performed',
    severity: 'data',
    leads: ['ERR-008', 'K8S-CR-031', 'K8S-CR-045', 'K8S-CR-074', 'K8S-CR-075', 'K8S-WRITE-019'],
    explains: failed =>
      isWrongSuccess(failed) &&
      failed.expectedStatus === 409 &&
      ['PUT', 'PATCH'].includes(failed.method) &&
      !ofOwners.test(failed.id),
  },
  {
    title: 'A PUT without a resourceVersion overwrites the object',
    severity: 'wrong success',
    leads: withoutVersion,
    explains: ofRows(
      withoutVersion,
      failed => isWrongSuccess(failed) && failed.method === 'PUT' && failed.expectedStatus === 422,
    ),
  },
  {
    title: 'Validation rules (CEL) of definitions are not evaluated',
    severity: 'wrong success',
    leads: validationRules,
    explains: ofRows(validationRules, isWrongSuccess),
  },
  {
    title: 'A PUT to an unused name creates an object',
    code: 'create-by-put',
    severity: 'wrong success',
    leads: ['K8S-WRITE-008'],
    explains: ofRows(['K8S-WRITE-008'], isWrongSuccess),
  },
  {
    title: 'A POST of a namespaced object succeeds without a namespace in its path',
    code: 'create-without-namespace',
    severity: 'wrong success',
    leads: withoutNamespace,
    explains: ofRows(
      withoutNamespace,
      failed =>
        isWrongSuccess(failed) && failed.method === 'POST' && !failed.path.includes('/namespaces/'),
    ),
  },
  {
    title:
      'Bodies with duplicate fields, or of a wrong type, are refused with another code than 400',
    rowsMin: 2,
    severity: 'wrong code',
    leads: undecodable,
    explains: ofRows(
      undecodable,
      ({ expectedStatus, status = 0 }) => expectedStatus === 400 && status >= 400 && status < 500,
    ),
  },
  {
    title: 'Writes with duplicate fields are refused at Ignore and Warn',
    rowsMin: 2,
    severity: 'wrong code',
    leads: duplicates,
    explains: ofRows(
      duplicates,
      ({ expected, status = 0 }) => expected === 'success' && status >= 400 && status < 500,
    ),
  },
  {
    title: 'The bookmark after initial events is older than their state',
    rowsMin: 2,
    severity: 'data',
    leads: initialBookmarks,
    explains: ofRows(initialBookmarks, ({ expected }) =>
      /^a version not older than | or a later version$/.test(expected),
    ),
  },
  {
    title: 'A stale resourceVersion is refused with another code than 409',
    rowsMin: 2,
    severity: 'wrong code',
    leads: conflicts,
    explains: ofRows(
      conflicts,
      ({ expectedStatus, status = 0 }) => expectedStatus === 409 && status >= 400 && status !== 409,
    ),
  },
  {
    title: 'A DELETE is performed although its preconditions do not hold',
    code: 'unchecked-delete-preconditions',
    severity: 'wrong success',
    leads: ['K8S-DEL-015'],
    explains: ofRows(['K8S-DEL-015'], isWrongSuccess),
  },
  {
    title: 'DELETED events do not have the last matching state of their object',
    severity: 'data',
    leads: ['K8S-WATCH-007'],
    explains: ofRows(
      ['K8S-WATCH-007'],
      failed => isDone(failed) && failed.expected.startsWith('/metadata/'),
    ),
  },
  {
    title: 'Incomplete lists with a selector have a remainingItemCount',
    severity: 'wrong answer',
    leads: counted,
    explains: ofRows(
      counted,
      failed => isDone(failed) && failed.expected === 'no metadata.remainingItemCount',
    ),
  },
  {
    title: 'Lists with a field selector are refused',
    severity: 'detail',
    leads: ['K8S-LIST-017'],
    explains: ofRows(['K8S-LIST-017'], ({ status = 0 }) => status >= 400 && status !== 404),
  },
  {
    title: 'The discovery of a group is not served',
    severity: 'missing',
    leads: ['K8S-CR-004'],
    explains: ({ id, status = 0 }) => id === 'K8S-CR-004' && status >= 400,
  },
]
