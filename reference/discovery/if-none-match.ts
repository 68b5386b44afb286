import type { IncomingRequest, Reply } from '../api/request.ts'

/** A reply with a tag; where the client has what is tagged so, it is told only that it has it. */
export function answerIfNoneMatch(
  reply: Reply,
  { headers }: Pick<IncomingRequest, 'headers'>,
): Reply {
  const { 'Content-Type': _type, ...own } = reply.headers
  const isKnown = names(headers['if-none-match'] ?? '', String(own['ETag'] ?? ''))
  return isKnown ? { status: 304, headers: own, body: Buffer.alloc(0) } : reply
}

/** Whether a list of tags has one in it; a weak tag is as good as a strong one for a read. */
const names = (list: string, tag: string): boolean =>
  list.trim() === '*' || list.split(',').some(one => one.trim().replace(/^W\//, '') === tag)
