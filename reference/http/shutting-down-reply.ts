import type { IncomingRequest, Reply } from '../api/request.ts'
import type { Parts } from '../parts/parts.ts'

/**
 * The answer to what comes when the server is about to be gone, if it is: another server may take
 * it. Probes are told how this one is.
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

/** Whether a path is one of health, whatever check it names. */
export const isHealthPath = (path: string): boolean => /^\/(healthz|livez|readyz)(\/|$)/.test(path)
