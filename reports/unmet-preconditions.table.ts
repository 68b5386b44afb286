// Preconditions of checks that a server does not meet because of a fault that another row judges.

import type { RequirementRow } from './report.ts'

type UnmetPrecondition = {
  /** The reason of the row that could not be judged. */
  reason: RegExp
  /** The ids of such rows, if the reason alone is not specific enough. */
  of?: RegExp
  /** The rows that fail because of the same fault, the best first. */
  rows: readonly string[]
}

const preconditions: UnmetPrecondition[] = [
  { reason: /\blists no check\b/, rows: ['HEALTH-006', 'HEALTH-007', 'HEALTH-001'] },
  {
    reason: /\bdid not succeed: 404\b/,
    of: /^(?:K8S-)?HEALTH-/,
    rows: ['HEALTH-001', 'HEALTH-002', 'HEALTH-003'],
  },
  {
    // Without versions that are strings, no law knows what a write led to.
    reason:
      /\ba write has no known outcome$|\bhas no \/metadata\/resourceVersion$|\ba PUT had no version$/,
    rows: ['OBJ-022', 'ENV-003'],
  },
  {
    reason: /\bis not an integer$|\bno version that is an integer$/,
    rows: ['OBJ-022', 'ENV-003', 'K8S-OBJ-020'],
  },
  { reason: /\bhas no \/metadata\/continue\b/, rows: ['PAGE-001'] },
  { reason: /: the (?:list has one chunk only|limited list is complete)$/, rows: ['PAGE-001'] },
  { reason: /\bis not (?:a stream|an open stream)\b/, rows: ['WATCH-001'] },
  {
    reason: /\b\w+ shows \w+: nothing came for\b/,
    rows: [
      'WATCH-011',
      'WATCH-010',
      'WATCH-012',
      'WATCH-013',
      'WRITE-017',
      'WATCH-014',
      'WATCH-015',
      'WATCH-003',
      'DEL-010',
      'WATCH-001',
    ],
  },
  { reason: /\bGET .*\b(marked|held)"\) returned 404\b/, rows: ['DEL-001', 'DEL-030'] },
  { reason: /\bPOST .*\bgenerated\b[^"]*"\) returned (?:4\d\d|50[01])\b/, rows: ['OBJ-012'] },
  { reason: /\bGET \/apis\/[^/\s]+ \(step "listed"\) returned 404\b/, rows: ['K8S-CR-004'] },
  // A request that must be refused gets a server error.
  { reason: /\bPOST .*"again\b[^"]*"\) returned 50[01]\b/, rows: ['K8S-ERR-003'] },
  { reason: /\bPOST .*"nameless"\) returned 50[01]\b/, of: /^OBJ-006$/, rows: ['K8S-OBJ-015'] },
  { reason: /\bthe object is not removed: /, rows: ['DEL-006', 'DEL-005', 'DEL-001'] },
  {
    reason: /\bStrict"\) returned 2\d\d\b/,
    of: /^ERR-004$/,
    rows: ['VALID-013', 'ERR-001', 'VALID-014'],
  },
  // Refused dry runs. The codes 405 and 415 are about the method and its body.
  {
    reason:
      /\b(?:POST|PUT|PATCH|DELETE) \S*[?&]dryRun=All\b.* returned (?:4(?!05|15)\d\d|50[01])\b/,
    rows: ['GATE-007', 'DRY-001', 'DRY-002', 'DRY-004'],
  },
  {
    reason: /\bDELETE \S* \(step "(?:dryRun body|dry run \w+)"\) returned (?:4\d\d|50[01])\b/,
    rows: ['GATE-007', 'DRY-001', 'DRY-002', 'DRY-004'],
  },
  {
    reason: /\bno dry run (?:was carried out|of a write of the status succeeded)$/,
    rows: ['GATE-007', 'DRY-001', 'DRY-002', 'DRY-004'],
  },
  {
    reason:
      /\b(?:POST|PUT|PATCH) \S*[?&]fieldValidation=\w+.* returned (?:4(?!05|15)\d\d|50[01])\b/,
    rows: ['GATE-010'],
  },
  { reason: /\bPOST .*"real"\) returned 409\b/, of: /^DRY-/, rows: ['DRY-013'] },
  { reason: /\breturned 409 Conflict$/, of: /^DRY-007$/, rows: ['DRY-003'] },
  {
    reason: /\bare not the expected ones$/,
    of: /^K8S-WATCH-007$/,
    rows: ['K8S-WATCH-005', 'K8S-WATCH-011'],
  },
  { reason: /\bis not established: 2\d\d\b/, rows: ['K8S-CR-001'] },
  { reason: /\bwas not refused$/, of: /^K8S-CR-061$/, rows: ['K8S-CR-060'] },
  { reason: /\bthe policy \w+ had no effect: 2\d\d\b/, rows: ['K8S-ADM-001', 'K8S-ADM-015'] },
  // The namespaces of the run could not be created.
  { reason: /\bit could not be made$/, of: /^PATH-035$/, rows: ['PATH-012'] },
  {
    reason: /\bGET \/api\/v1\/namespaces\/\S+ .*returned 404\b/,
    of: /^PATH-036$/,
    rows: ['PATH-012'],
  },
  { reason: /\bGET .*scale"\) returned 404\b/, of: /^K8S-CR-074$/, rows: ['K8S-CR-073'] },
]

/** Reasons that no missing capability explains. A server need not keep old versions. */
const otherReason = /\b410 Expired\b|\bthe version is not kept$|\bcame too soon\b/

/**
 * Returns the failing row that explains why a row could not be judged: its id, `none` if its reason
 * is another, or undefined if the reason does not decide it.
 */
export function failingRowBehind(
  { id, because = '' }: RequirementRow,
  failing: ReadonlySet<string>,
): string | undefined {
  const [reason = ''] = because.split('\n')
  const rows = preconditions.filter(
    ({ reason: form, of }) => form.test(reason) && (of?.test(id) ?? true),
  )
  const found = rows.flatMap(precondition => precondition.rows).find(one => failing.has(one))
  return found ?? (otherReason.test(reason) ? 'none' : undefined)
}
