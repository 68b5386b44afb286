// Whether a request is to be tried only: everything happens but the storing (DRY-001 to DRY-004).

import { valueNotSupported, type StatusCause } from '../api/status-causes.ts'
import type { Dialect } from '../api/dialect.ts'
import { invalidObject } from '../api/status.ts'
import type { WriteOptionsKind } from '../api/write.ts'

/**
 * What is wrong with a wish for a dry run, in the query or the body of a request: there is one kind
 * of it, `All`, and a wish without a value is none (DRY-022, DRY-023).
 */
export function dryRunCauses(wish: readonly unknown[]): StatusCause[] {
  return wish.every(one => one === 'All') ? [] : [valueNotSupported('dryRun', wish, ['All'])]
}

/** Whether the query of a write asks for a dry run. @throws 422 */
export function isDryRun(
  query: URLSearchParams,
  kind: WriteOptionsKind,
  { apiDomain }: Pick<Dialect, 'apiDomain'>,
): boolean {
  const wish = query.getAll('dryRun')
  const causes = dryRunCauses(wish)
  if (causes.length > 0) throw invalidObject({ group: `meta.${apiDomain}`, kind, name: '' }, causes)
  return wish.length > 0
}
