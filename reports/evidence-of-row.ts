// Reads the evidence of a failing row, by which the causes recognise it.

import type { CapabilityCounts } from '../suites/verdict.ts'
import type { FailureEvidence } from './failure-evidence.ts'
import { offendingExchangeOf } from './fingerprint.ts'
import type { RequirementRow } from './report.ts'
import { noRunEvidence } from './run-evidence.ts'
import { unseenFieldsOf } from './unseen-fields.ts'

export type FailedRow = RequirementRow & {
  failure: NonNullable<RequirementRow['failure']>
  case: string
}

/** Returns the evidence that one row gives, and with the counts also what the run showed. */
export function evidenceOf(row: FailedRow, counts: CapabilityCounts = {}): FailureEvidence {
  const { id, section, failure } = row
  const exchange = offendingExchangeOf(failure)
  const status = exchange?.answer?.status
  const { expectedRefusal } = failure
  const isWrongSuccess = expectedRefusal !== undefined && status !== undefined && status < 400
  const sent = failure.exchanges.find(({ step }) => step === failure.at)?.request
  const mediaType = sent?.headers?.['content-type']
  return {
    id,
    section,
    isFlaky: row.verdict === 'flaky',
    method: exchange?.request.method ?? '',
    path: exchange?.request.path ?? '',
    ...(mediaType === undefined ? {} : { mediaType }),
    isWrongSuccess,
    expectedStatus: expectedRefusal?.code,
    status,
    hasWatches: (counts.watch?.had ?? 0) > 0,
    isStrictEnforced: (counts['strict-validation']?.had ?? 0) > 0,
    expected: failure.expected,
    unseenFields: unseenFieldsOf({ expected: failure.expected, isWrongSuccess }, sent?.body),
    ...noRunEvidence,
    isDeletedObjectMissing: isDeletedObjectMissing(row),
    hasFinalizers: failure.exchanges.some(
      ({ step, answer }) =>
        step === failure.at && /"finalizers":\s*\[\s*"/.test(answer?.body ?? ''),
    ),
    got: failure.got,
    dryRuns: failure.exchanges.flatMap(({ request: { method, path } }) =>
      /[?&]dryRun=All(&|$)/.test(path) ? [method] : [],
    ),
  }
}

/**
 * Whether a list was expected to hold more objects than it does, and the case deletes all of those
 * that are missing. Laws print objects as `name at version`, without the prefix of the run.
 */
function isDeletedObjectMissing({ failure: { expected, got, exchanges } }: FailedRow): boolean {
  const [wanted, found] = [textsIn(expected), textsIn(got)]
  if (!wanted || !found || !found.every(text => wanted.includes(text))) return false
  const deleted = exchanges
    .filter(({ request }) => request.method === 'DELETE')
    .map(({ request }) => request.path.split('?')[0] ?? '')
  const missing = wanted.filter(text => !found.includes(text))
  return (
    missing.length > 0 &&
    missing.every(text => {
      const [name = ''] = text.split(' at ')
      return deleted.some(path => path.endsWith(`-${name}`) || path.endsWith(`/${name}`))
    })
  )
}

/** Returns the entries of a printed JSON array of texts. */
function textsIn(printed: string): string[] | undefined {
  if (!/^\["|^\[\]$/.test(printed)) return undefined
  try {
    const entries: unknown = JSON.parse(printed)
    return Array.isArray(entries) ? entries.map(String) : undefined
  } catch {
    return undefined
  }
}
