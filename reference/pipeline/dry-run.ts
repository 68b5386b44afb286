// Whether a request is a dry run: all steps run except the storing (DRY-001 to DRY-004).

import { valueNotSupported, type StatusCause } from '../api/status-causes.ts'
import type { Dialect } from '../api/dialect.ts'
import { invalidObject } from '../api/status.ts'
import type { WriteOptionsKind } from '../api/write.ts'

/**
 * Checks the `dryRun` values of a query or a body: the only valid value is `All`, and no value
 * means no dry run (DRY-022, DRY-023).
 */
export function dryRunCauses(values: readonly unknown[]): StatusCause[] {
  return values.every(one => one === 'All') ? [] : [valueNotSupported('dryRun', values, ['All'])]
}

/** Whether the query of a write requests a dry run. @throws 422 */
export function isDryRun(
  query: URLSearchParams,
  kind: WriteOptionsKind,
  { apiDomain }: Pick<Dialect, 'apiDomain'>,
): boolean {
  const values = query.getAll('dryRun')
  const causes = dryRunCauses(values)
  if (causes.length > 0) throw invalidObject({ group: `meta.${apiDomain}`, kind, name: '' }, causes)
  return values.length > 0
}
