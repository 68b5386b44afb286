// Requests that timed out, and their shapes.

import { isJsonObject } from '../../properties/dsl/term.ts'
import type { History } from '../../properties/history/history.ts'
import { hasTimedOut } from '../../properties/history/request-time-out.ts'
import type { RequestShape, UnansweredRequest } from '../unserved-requests.ts'

type Requested = { method: string; path: string; body?: string | Buffer; bytes?: string }

/** The shape of a request, which is equal in every case. */
export function requestShape({ method, path: whole, body, bytes }: Requested): RequestShape {
  const [plain = ''] = whole.split('?')
  const path = plain
    .replace(/(\/namespaces\/)[^/]+/, '$1{namespace}')
    .replace(/\/t[0-9a-f]{8}-[^/]*/g, '/{name}')
    .replace(/touchstone-[0-9a-f]{8}/g, 'touchstone-{run}')
  const hasOddBody = bytes !== undefined || (body !== undefined && !isObjectText(body))
  return { method, path, hasOddBody }
}

/**
 * The type that a write changes, as the shape of its collection's path; undefined for reads. The
 * namespace does not matter.
 */
export function writtenType({ method, path }: RequestShape): string | undefined {
  if (method === 'GET' || method === 'HEAD') return undefined
  return `writes of ${path.replace(/\/\{name\}.*/, '').replace('/namespaces/{namespace}', '')}`
}

function isObjectText(body: string | Buffer): boolean {
  try {
    return isJsonObject(JSON.parse(String(body)))
  } catch {
    return false
  }
}

/** The first request of a history that timed out. */
export function timedOutIn({ exchanges }: History): UnansweredRequest | undefined {
  const late = exchanges.find(hasTimedOut)
  return late && { shape: requestShape(late.request), problem: late.problem ?? '' }
}
