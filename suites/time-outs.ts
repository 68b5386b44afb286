// Requests that were not answered in time: what they asked, without the names of one run.

import { isTimeOut } from '../fixtures/client/client.ts'
import type { History } from '../properties/history.ts'

/**
 * A request as it is the same in every case: method and path, with placeholders for the names that
 * a run makes up. `GET /api/v1/namespaces/{namespace}/secrets/{name}`
 */
export function shapeOf({ method, path }: { method: string; path: string }): string {
  const [plain = ''] = path.split('?')
  const place = plain
    .replace(/(\/namespaces\/)[^/]+/, '$1{namespace}')
    .replace(/\/t[0-9a-f]{8}-[^/]*/g, '/{name}')
    .replace(/touchstone-[0-9a-f]{8}/g, 'touchstone-{run}')
  return `${method} ${place}`
}

/**
 * The first request of a history that timed out, and how long it was waited for. A watch may keep
 * its answer back for as long as it has nothing to report, so watches do not count.
 */
export function timedOutIn({ exchanges }: History): string | undefined {
  const late = exchanges.find(
    ({ problem, request }) =>
      problem !== undefined && !('watch' in request.query) && isTimeOut(problem),
  )
  return late && `${shapeOf(late.request)}: ${late.problem}`
}
