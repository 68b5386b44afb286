// Ranks how much a failure harms users of the server. Findings are sorted by it.

import type { FailureEvidence } from './failure-evidence.ts'
import { isChangeAwaited } from './printed-values.ts'

/**
 * - `data`: data is lost or invented, or reads are inconsistent.
 * - `wrong success`: a request that had to be refused was performed.
 * - `missing`: something is not served at all.
 * - `wrong code`: refused, or performed, with another status.
 * - `wrong answer`: the right status with other content.
 * - `detail`: none of these, and a rule of existing servers only, or not a must.
 */
export const severities = [
  'data',
  'wrong success',
  'missing',
  'wrong code',
  'wrong answer',
  'detail',
] as const
export type Severity = (typeof severities)[number]

// Rows about stored data, and about how lists and watches show them.
const ofData = new RegExp(
  `^(?:${[
    'WRITE-0(?:03|05|09|10|11|17)',
    'K8S-WRITE-0(?:1[2679]|20)',
    'DRY-0(?:01|02|03|04|11|12|26)',
    'DEL-0(?:01|04|06|07|08|28|30|34|35)',
    'K8S-DEL-.*',
    'GET-.*',
    'LIST-.*',
    'K8S-LIST-0(?:13|15|19|20|21|22)',
    'PAGE-0(?:02|03|04|05|12)',
    'K8S-PAGE-00[127]',
    'K8S-OBJ-022',
    'OBJ-0(?:07|11|13|18|19|20|23|26)',
    'PTCH-0(?:10|13|20|21)',
    'K8S-PTCH-0(?:06|13|14|15|16|17|19)',
    'K8S-CR-0(?:07|13|20|30|31|35|40|41|46|47|48|50|70|71|74|75)',
    'APPLY-010',
    'K8S-APPLY-0(?:0[123]|34)',
    'WATCH-0(?:04|06|1[0-5]|31|40|41)',
    'K8S-WATCH-0(?:0[1-9]|1[0-4]|35|36|37|39|44)',
  ].join('|')})$`,
)

// De facto rules about the identity and the generation of objects, on which controllers rely.
const ofIdentity = new Set(['K8S-OBJ-016', 'K8S-OBJ-024', 'K8S-OBJ-025', 'K8S-WRITE-015'])

// De facto rules whose code programs react to: failed preconditions and conflicts.
const ofConflicts = new Set(['K8S-ERR-003', 'K8S-DEL-015', 'K8S-WRITE-012', 'K8S-CR-045'])

// De facto rules about requests that clients do not send.
const ofUnusualRequests = new Set(['K8S-HEALTH-006', 'K8S-PATH-004'])

/** Whether an open watch did not deliver a change. */
const isChangeLost = (failed: FailureEvidence): boolean =>
  failed.id === 'WATCH-001' && isChangeAwaited(failed)

/** Whether a dry run stored nothing and only its response is wrong. */
const isAnswerAlone = ({ expected }: FailureEvidence): boolean =>
  expected === 'the annotation that was sent'

/** Returns the severity of one failing row, by the outcome of its request. */
export function severityOf(id: string, isMust: boolean, failed: FailureEvidence): Severity {
  const { status, expectedStatus, isWrongSuccess } = failed
  const isDone = status !== undefined && status < 400
  const isOfData = (ofData.test(id) && !isAnswerAlone(failed)) || isChangeLost(failed)
  if (isDone && !isWrongSuccess && isOfData) return 'data'
  if (!isMust) return 'detail'
  if (isWrongSuccess) return ofUnusualRequests.has(id) ? 'detail' : 'wrong success'
  if (ofConflicts.has(id) && status !== expectedStatus) return 'wrong code'
  if (id.startsWith('K8S-')) return isDone && ofIdentity.has(id) ? 'wrong answer' : 'detail'
  if (expectedStatus !== undefined && expectedStatus !== status) return 'wrong code'
  if (!isDone && [404, 405, 415, 501].includes(status ?? 0)) return 'missing'
  return isDone ? 'wrong answer' : 'wrong code'
}
