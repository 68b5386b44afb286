// Requests that were not answered in time: what they asked, without the names of one run.

import type { History } from '../../properties/history/history.ts'
import { isLate } from '../../properties/history/late.ts'

type Requested = { method: string; path: string; body?: string | Buffer; bytes?: string }

/**
 * A request as it is the same in every case: method and path, with placeholders for the names that
 * a run makes up. `GET /api/v1/namespaces/{namespace}/secrets/{name}`. A request whose body is not a
 * JSON object has a separate shape: some servers hang on these alone.
 */
export function requestShape({ method, path, body, bytes }: Requested): string {
  const [plain = ''] = path.split('?')
  const place = plain
    .replace(/(\/namespaces\/)[^/]+/, '$1{namespace}')
    .replace(/\/t[0-9a-f]{8}-[^/]*/g, '/{name}')
    .replace(/touchstone-[0-9a-f]{8}/g, 'touchstone-{run}')
  const isOdd = bytes !== undefined || (body !== undefined && !isJsonObject(body))
  return `${method} ${place}${isOdd ? ' with a body that is not a JSON object' : ''}`
}

function isJsonObject(body: string | Buffer): boolean {
  try {
    const value: unknown = JSON.parse(String(body))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

/** The first request of a history that timed out, and how long it was waited for. */
export function timedOutIn({ exchanges }: History): string | undefined {
  const late = exchanges.find(isLate)
  return late && `${requestShape(late.request)}: ${late.problem}`
}
