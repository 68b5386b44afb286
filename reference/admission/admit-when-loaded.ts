// Requests that come before the stored configuration of admission has been read.

import type { ResourceRequestInfo } from '../api/request.ts'
import { forbidden } from '../api/status.ts'

/**
 * Returns what `find` returns once the configuration has been read. Rejects with a Refusal 403, as
 * a genuine server, if the server closes before: nothing is admitted without its policies.
 */
export async function whenLoaded<Found>(
  loading: Promise<boolean>,
  { group, resource, name }: ResourceRequestInfo,
  find: () => Found,
): Promise<Found> {
  if (await loading) return find()
  throw forbidden({ group, resource, name, because: 'not yet ready to handle request' })
}
