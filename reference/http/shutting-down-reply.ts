import type { IncomingRequest, Reply } from '../api/request.ts'
import type { Parts } from '../parts/parts.ts'

/**
 * Returns the response to a request while the server is closing, so that the client retries on
 * another server; undefined for health checks and while the server is not closing.
 */
export function shuttingDownReply(
  http: Pick<IncomingRequest, 'path'>,
  { lifecycle }: Parts,
): Reply | undefined {
  if (lifecycle.phase !== 'closing' || isHealthPath(http.path)) return undefined
  return {
    status: 429,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
      'Retry-After': '5',
    },
    body: Buffer.from('The apiserver is shutting down, please try again later.\n'),
  }
}

/** Whether a path is a health check, with or without the name of a check. */
export const isHealthPath = (path: string): boolean => /^\/(healthz|livez|readyz)(\/|$)/.test(path)
