import type { IncomingRequest, Reply } from '../api/request.ts'

/** Returns 304 without a body if `If-None-Match` has the ETag of the reply; otherwise the reply. */
export function answerIfNoneMatch(
  reply: Reply,
  { headers }: Pick<IncomingRequest, 'headers'>,
): Reply {
  const { 'Content-Type': _type, ...own } = reply.headers
  const isKnown = names(headers['if-none-match'] ?? '', String(own['ETag'] ?? ''))
  return isKnown ? { status: 304, headers: own, body: Buffer.alloc(0) } : reply
}

/** Whether a list of ETags contains a tag. Weak comparison is sufficient for reads. */
const names = (list: string, tag: string): boolean =>
  list.trim() === '*' || list.split(',').some(one => one.trim().replace(/^W\//, '') === tag)
