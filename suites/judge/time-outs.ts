// Requests that timed out, described without the names of one run.

import { isJsonObject } from '../../properties/dsl/term.ts'
import type { History } from '../../properties/history/history.ts'
import { hasTimedOut } from '../../properties/history/request-time-out.ts'

type Requested = { method: string; path: string; body?: string | Buffer; bytes?: string }

/**
 * The shape of a request, which is equal in every case: its method and path, with placeholders for
 * generated names, such as `GET /api/v1/namespaces/{namespace}/secrets/{name}`. A request whose
 * body is not a JSON object has a separate shape, because some servers hang only on these.
 */
export function requestShape({ method, path, body, bytes }: Requested): string {
  const [plain = ''] = path.split('?')
  const place = plain
    .replace(/(\/namespaces\/)[^/]+/, '$1{namespace}')
    .replace(/\/t[0-9a-f]{8}-[^/]*/g, '/{name}')
    .replace(/touchstone-[0-9a-f]{8}/g, 'touchstone-{run}')
  const isOdd = bytes !== undefined || (body !== undefined && !isObjectText(body))
  return `${method} ${place}${isOdd ? oddBody : ''}`
}

/**
 * The type that a write changes, as the shape of its collection's path; undefined for reads. The
 * namespace does not matter.
 */
export function writtenType(request: Requested): string | undefined {
  const [method, place = ''] = requestShape(request).split(' ')
  if (method === 'GET' || method === 'HEAD') return undefined
  return `writes of ${place.replace(/\/\{name\}.*/, '').replace('/namespaces/{namespace}', '')}`
}

/** Whether some servers hang on requests of this shape alone. */
export const isOddShape = (shape: string): boolean => shape.endsWith(oddBody)

const oddBody = ' with a body that is not a JSON object'

function isObjectText(body: string | Buffer): boolean {
  try {
    return isJsonObject(JSON.parse(String(body)))
  } catch {
    return false
  }
}

/** The first request of a history that timed out, and its problem. */
export function timedOutIn({ exchanges }: History): string | undefined {
  const late = exchanges.find(hasTimedOut)
  return late && `${requestShape(late.request)}: ${late.problem}`
}
