// Causes that make several rows fail at once, most specific first. A row belongs to the first cause
// that explains it.

import type { FailureCause } from './failure-cause.ts'
import { causesByRow } from './causes-by-row.table.ts'
import { causesOfOneRule } from './causes-of-one-rule.table.ts'
import { causesOfWrongSuccess, ofBodySize } from './causes-of-wrong-success.table.ts'
import type { FailureEvidence } from './failure-evidence.ts'
import { isDone, isOfAdmission, isRefusedPatchOf } from './explains-rows.ts'
import {
  hasNoOrder,
  isOtherStalePutDone,
  isRaceOrDryRun,
  isStalePutDone,
  stalePutRows,
} from './stale-puts.ts'

const isWrite = ({ method }: Pick<FailureEvidence, 'method'>): boolean =>
  ['POST', 'PUT', 'PATCH'].includes(method)

// A request that was performed fails for another reason than a missing capability.
const isRefused = ({ status = 500 }: FailureEvidence): boolean => status >= 400

// Wrong successes of writes whose object is valid: a finalizer that is added late, a name that a
// dry run has reserved, a stale version, a name that only the path has, a media type that is off.
const otherFaults = [
  'K8S-OBJ-023',
  'DRY-010',
  'DRY-013',
  'DRY-025',
  'K8S-CR-075',
  'K8S-WRITE-019',
  'K8S-WRITE-010',
  'ENC-030',
]

const unseenFields = [
  'ERR-001',
  'ERR-002',
  'VALID-005',
  'VALID-008',
  'VALID-013',
  'VALID-014',
  'K8S-VALID-001',
  'GATE-010',
]

const ofServerSet =
  /^(?:WRITE-001|DEL-010|OBJ-0(?:16|18|20|22|23|26)|K8S-OBJ-0(?:11|16|17|18|19|20))$/

// An item of a list without a required field.
const incompleteOwners = 'K8S-VALID-005'

const ofDryRuns = /^(?:K8S-)?DRY-|^GATE-007$|^K8S-DEL-017$/

const ofTypeFields = ['OBJ-001', 'OBJ-002', 'OBJ-003', 'ENV-015']
const ofListKinds = ['ENV-001', 'ENV-002', 'ENV-012', 'K8S-ENV-001']

// A response without a Content-Encoding may also lack a Content-Type, and then fails for the
// Content-Type.
const noMediaType = /^(?!no Content-Encoding).*\bas no media type\b|^no Content-Type\b/

// The first chunk of a list at a version has exactly that version, also without
// resourceVersionMatch.
const exactQuery =
  /[?&]resourceVersionMatch=Exact(&|$)|^(?!.*(resourceVersionMatch|continue)=)(?=.*[?&]limit=).*[?&]resourceVersion=(?!0(&|$))\w/

// Programs react to these codes: to a conflict, an absence, an expired version, too much load.
const codesWithMeaning = new Set([401, 404, 409, 410, 413, 429])
const chunkQuery = /[?&](limit=[1-9]|continue=\w)/

const discovery = ['K8S-PATH-008', 'K8S-PATH-009', 'K8S-PATH-010']

export const causes: FailureCause[] = [
  {
    title: 'Nothing can be created: POST is refused',
    lacks: 'create',
    method: 'POST',
    severity: 'missing',
    leads: ['PATH-012', 'WRITE-001', 'WRITE-003'],
  },
  {
    title: 'Watches are not served',
    lacks: 'watch',
    // Histories with watches also judge their writes.
    isAskedBy: failed => !(isWrite(failed) && isDone(failed)),
    severity: 'missing',
    leads: ['WATCH-001', 'PATH-018', 'WATCH-003'],
  },
  {
    title: 'Discovery documents are not served',
    rowsMin: 2,
    severity: 'missing',
    leads: discovery,
    explains: ({ id, status = 0 }) => discovery.includes(id) && status >= 400,
  },
  {
    title: 'PATCH is refused',
    lacks: 'patch',
    method: 'PATCH',
    isAskedBy: isRefused,
    severity: 'missing',
    leads: ['PATH-014', 'PTCH-001', 'PTCH-002', 'PTCH-011'],
  },
  {
    title: 'Server-side applies are refused',
    code: 'no-server-side-applies',
    lacks: 'apply',
    method: 'PATCH',
    isAskedBy: isRefusedPatchOf('application/apply-patch+yaml'),
    severity: 'missing',
    leads: ['APPLY-001', 'APPLY-002'],
  },
  {
    title: 'JSON patches are refused',
    code: 'no-json-patches',
    lacks: 'json-patch',
    method: 'PATCH',
    severity: 'missing',
    leads: ['PTCH-002', 'PTCH-003'],
    isAskedBy: isRefusedPatchOf('application/json-patch+json'),
  },
  {
    title: 'JSON merge patches are refused',
    code: 'no-merge-patches',
    lacks: 'merge-patch',
    method: 'PATCH',
    severity: 'missing',
    leads: ['PTCH-011', 'PTCH-013'],
    isAskedBy: isRefusedPatchOf('application/merge-patch+json'),
  },
  {
    title: 'Strategic merge patches are refused',
    code: 'no-strategic-merge-patches',
    lacks: 'strategic-merge-patch',
    method: 'PATCH',
    severity: 'missing',
    leads: ['PTCH-015'],
    isAskedBy: isRefusedPatchOf('application/strategic-merge-patch+json'),
  },
  {
    title: 'Writes ignore dryRun=All and are stored',
    code: 'no-dry-runs',
    lacks: 'dry-run',
    // Checks of other rules use dry runs, too.
    isAskedBy: ({ id }) => ofDryRuns.test(id),
    severity: 'wrong success',
    leads: ['DRY-001', 'DRY-011', 'DRY-002', 'DRY-004'],
  },
  {
    title: 'Health endpoints are not served',
    lacks: 'health',
    severity: 'missing',
    leads: ['HEALTH-001', 'HEALTH-002', 'HEALTH-003'],
  },
  {
    title: 'A request with an invalid token is served',
    lacks: 'authentication',
    severity: 'wrong success',
    leads: ['K8S-ERR-007', 'K8S-ERR-010'],
  },
  {
    title: 'A request with an invalid token is refused, but not with 401',
    severity: 'wrong code',
    leads: ['K8S-ERR-007', 'K8S-ERR-010'],
    explains: ({ id, status = 0, expectedStatus }) =>
      ['K8S-ERR-007', 'K8S-ERR-010'].includes(id) && expectedStatus === 401 && status >= 400,
  },
  {
    title: 'Responses have no Content-Type',
    code: 'no-content-type',
    rowsMin: 2,
    severity: 'wrong answer',
    leads: ['ENC-001', 'ENC-002', 'ENC-005'],
    explains: ({ got }) => noMediaType.test(got),
  },
  {
    title: 'Responses are JSON regardless of Accept',
    code: 'ignored-accept',
    lacks: 'negotiation',
    severity: 'missing',
    leads: ['ENC-005', 'ERR-007', 'ENC-012'],
  },
  {
    title: 'YAML is not supported',
    code: 'no-yaml',
    lacks: 'yaml',
    isAskedBy: ({ isWrongSuccess }) => !isWrongSuccess,
    severity: 'missing',
    leads: ['ENC-003', 'WRITE-004'],
  },
  {
    title: 'Long responses are never compressed',
    code: 'no-compression',
    lacks: 'compression',
    severity: 'missing',
    leads: ['ENC-034', 'ENC-033'],
  },
  {
    title: 'Lists are not paged: they ignore limit or have no continue token',
    code: 'no-paging',
    lacks: 'paging',
    // A missing refusal and a list that is too old are faults with and without a limit.
    isAskedBy: ({ id, path, status = 500, isWrongSuccess, expected }) =>
      status < 300 &&
      chunkQuery.test(path) &&
      !ofListKinds.includes(id) &&
      !isWrongSuccess &&
      !expected.endsWith(' or a later version'),
    severity: 'missing',
    leads: ['PAGE-001', 'LIST-004', 'PAGE-002'],
  },
  {
    title: 'Lists with resourceVersionMatch are refused',
    lacks: 'version-match',
    isAskedBy: ({ path, status = 0, expectedStatus }) =>
      status >= 400 && expectedStatus === undefined && /[?&]resourceVersionMatch=\w/.test(path),
    severity: 'missing',
    leads: ['LIST-027', 'LIST-018', 'LIST-012'],
  },
  {
    title: 'The first chunk of a list at a resourceVersion does not have that version',
    // A server that refuses every match does not ignore it.
    lacks: 'version-match',
    severity: 'data',
    leads: ['LIST-006'],
    explains: ({ id, path, status = 500, expected, got }) =>
      id === 'LIST-006' &&
      status < 300 &&
      [expected, got].every(one => /^\d+$/.test(one)) &&
      !/[?&]resourceVersionMatch=/.test(path),
  },
  {
    title: 'Lists ignore resourceVersionMatch=Exact',
    code: 'no-exact-lists',
    lacks: 'exact-lists',
    isAskedBy: ({ path, status = 500 }) => status < 300 && exactQuery.test(path),
    severity: 'data',
    leads: ['LIST-025', 'LIST-012', 'LIST-015'],
  },
  {
    title: 'A PUT with a stale resourceVersion overwrites the object',
    rowsMin: 2,
    severity: 'data',
    leads: stalePutRows,
    explains: failed => {
      // A race, and a dry run alone, are other faults than PUTs whose version is not compared.
      if (isRaceOrDryRun(failed) && !failed.areStalePutsDone) return false
      const isOnlyRace = hasNoOrder(failed) && !failed.areListsStale && !failed.areReadsStale
      return (
        isStalePutDone(failed) ||
        (failed.areStalePutsDone && (isOnlyRace || isOtherStalePutDone(failed)))
      )
    },
  },
  {
    title: 'Wrong fields in items of lists cause no error or warning',
    code: 'unchecked-items',
    severity: 'wrong success',
    leads: ['VALID-016', 'VALID-013', 'ERR-001', 'VALID-011'],
    explains: ({ id, areOnlyItemFieldsUnseen, isWrongSuccess, unseenFields: { length } }) =>
      areOnlyItemFieldsUnseen && (length > 0 || (id === incompleteOwners && isWrongSuccess)),
  },
  {
    title: 'Writes give no warnings about unknown and duplicate fields',
    code: 'no-field-warnings',
    lacks: 'warnings',
    severity: 'wrong answer',
    leads: ['VALID-011', 'VALID-009', 'VALID-010'],
    explains: ({ isStrictEnforced, isStrictIgnored, expected, ...failed }) =>
      (isStrictEnforced || !isStrictIgnored) &&
      isWrite(failed) &&
      !failed.isWrongSuccess &&
      /\bwarning|^299 /.test(expected),
  },
  {
    title: 'Unknown and duplicate fields cause no error or warning at any level',
    code: 'unchecked-fields',
    lacks: 'warnings',
    severity: 'wrong success',
    leads: ['VALID-013', 'VALID-011', 'VALID-014', 'VALID-009', 'VALID-010'],
    explains: ({ isStrictEnforced, isStrictIgnored, expected, ...failed }) =>
      !isStrictEnforced &&
      isStrictIgnored &&
      ((isWrite(failed) && !failed.isWrongSuccess && /\bwarning|^299 /.test(expected)) ||
        (unseenFields.includes(failed.id) && (failed.status ?? 0) < 300)),
  },
  ...causesOfWrongSuccess,
  ...causesByRow,
  ...causesOfOneRule,
  {
    title: 'Invalid objects are stored',
    code: 'unchecked-objects',
    rowsMin: 3,
    severity: 'wrong success',
    leads: ['ERR-005', 'K8S-ERR-005', 'K8S-OBJ-005', 'K8S-OBJ-007', 'ERR-001', 'ERR-002'],
    explains: ({ section, expected, ...failed }) =>
      (isWrite(failed) &&
        failed.isWrongSuccess &&
        !isOfAdmission(failed.id) &&
        !otherFaults.includes(failed.id) &&
        section !== 'server-side-apply' &&
        !ofBodySize.includes(failed.id)) ||
      (section === 'field-validation' && expected.startsWith('nothing at /')),
  },
  {
    title: 'Objects lack server-set metadata',
    rowsMin: 2,
    severity: 'data',
    leads: ['OBJ-018', 'OBJ-022', 'OBJ-026', 'WRITE-001'],
    explains: ({ id, got, expected }) =>
      (ofServerSet.test(id) && /^(nothing|)$/.test(got.trim())) ||
      got.startsWith('object has no /metadata/resourceVersion') ||
      expected === 'a version other than undefined',
  },
  {
    title: 'Objects have no kind or apiVersion',
    rowsMin: 2,
    severity: 'wrong answer',
    leads: ofTypeFields,
    // An event with nothing has no object at all.
    explains: ({ id, got }) =>
      ofTypeFields.includes(id) && (got === '{}' || (got === 'nothing' && id !== 'ENV-015')),
  },
  {
    title: 'Lists do not name the type of their items',
    rowsMin: 2,
    severity: 'wrong answer',
    leads: ofListKinds,
    explains: ({ id, got }) =>
      ofListKinds.includes(id) ||
      (id === 'PATH-034' && got.split(' ')[0] === 'List') ||
      (id === 'PATH-002' && ['v1', 'nothing'].includes(got)),
  },
  {
    title: 'Health endpoints return JSON that does not report health',
    rowsMin: 3,
    severity: 'wrong answer',
    leads: ['HEALTH-006', 'HEALTH-007', 'K8S-HEALTH-001'],
    explains: ({ section, status, got }) =>
      section === 'health' && status === 200 && /\{"|^200\b/.test(got),
  },
  // After wrong writes, because rows with a PUT may fail at their POST.
  {
    title: 'PUT is not served',
    lacks: 'put',
    severity: 'missing',
    leads: ['PATH-013', 'WRITE-005', 'WRITE-008', 'WRITE-010'],
  },
  {
    title: 'Reads return an older state than the requested resourceVersion',
    code: 'unchecked-future-version',
    severity: 'wrong success',
    leads: ['K8S-GET-001', 'K8S-LIST-007', 'K8S-LIST-008'],
    explains: ({ method, isWrongSuccess, expectedStatus }) =>
      method === 'GET' && isWrongSuccess && expectedStatus === 504,
  },
  {
    title: 'Reads ignore invalid query parameters',
    code: 'unchecked-read-parameters',
    rowsMin: 2,
    severity: 'wrong success',
    leads: ['LIST-027', 'K8S-LIST-002', 'K8S-LIST-001'],
    explains: ({ method, isWrongSuccess, expectedStatus = 0, section }) =>
      method === 'GET' &&
      isWrongSuccess &&
      // Another encoding, and a path that must not be served, are no parameters.
      ![404, 406].includes(expectedStatus) &&
      section !== 'health',
  },
  {
    title: 'Error responses have no Status',
    lacks: 'status-bodies',
    severity: 'wrong answer',
    leads: ['ENV-009', 'ERR-001'],
    // If a request should have succeeded, the fault is the refusal, not its content.
    explains: ({ status = 0, expectedStatus, expected }) =>
      status >= 400 &&
      (expectedStatus === undefined
        ? !/^(a )?success|^2\d\d|^(the|an) object\b/.test(expected)
        : expectedStatus === status),
  },
  {
    title: 'Errors differ from those of existing servers',
    rowsMin: 2,
    severity: 'detail',
    leads: ['K8S-ERR-002', 'K8S-ERR-003', 'K8S-ERR-004'],
    explains: ({ id, status = 0, expectedStatus = 0, expected, got }) =>
      id.startsWith('K8S-') &&
      status >= 400 &&
      (expectedStatus === status || !codesWithMeaning.has(expectedStatus)) &&
      // A member of the refusal differs, rather than that the request is refused.
      !expected.startsWith('success') &&
      (expectedStatus === 0
        ? /^[A-Z][A-Za-z]+$/.test(expected) || (status < 500 && !/^\d{3}\b/.test(got))
        : expectedStatus >= 400),
  },
]
