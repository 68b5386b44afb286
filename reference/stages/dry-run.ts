// Dry runs are not served yet. A server that ignored the wish would really write, so it refuses.

import type { Dialect } from '../api/dialect.ts'
import type { Cause } from '../api/resource.ts'
import { shownJson } from '../api/shown.ts'
import { invalid } from '../api/status.ts'

/** What is wrong with a wish for a dry run, in the query or the body of a request (DRY-023). */
export function dryRunCauses(wish: readonly unknown[]): Cause[] {
  if (wish.length === 0) return []
  const message = `Unsupported value: ${shownJson(wish)}: this server serves no dry runs`
  return [{ reason: 'FieldValueNotSupported', message, field: 'dryRun' }]
}

/** Refuses a create or an update that asks for a dry run. @throws 422 */
export function refuseDryRun(
  query: URLSearchParams,
  kind: 'CreateOptions' | 'UpdateOptions',
  { apiDomain }: Pick<Dialect, 'apiDomain'>,
): void {
  const causes = dryRunCauses(query.getAll('dryRun'))
  if (causes.length > 0) throw invalid({ group: `meta.${apiDomain}`, kind, name: '' }, causes)
}
